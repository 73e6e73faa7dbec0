package io.meshbus.natsserver.lint.rules;

/** Cuts the text of one file into what {@link ConfReader} needs; every call moves on or stands at the end. */
final class Lexer {
    static final char END = '\uffff';
    private static final String SEPARATORS = ",;";
    private static final String BARE_ENDS = ",;]}";

    private final String file;
    private final String text;
    private int at;
    private int line = 1;

    Lexer(String file, String text) {
        this.file = file;
        this.text = text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    Place place() {
        return new Place(file, line);
    }

    char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private char peekSecond() {
        return at + 1 < text.length() ? text.charAt(at + 1) : END;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    char next() {
        char c = peek();
        if (!atEnd()) {
            at++;
            if (c == '\n') {
                line++;
            }
        }
        return c;
    }

    /** White space, line ends, separators and comments. */
    void skip() {
        while (!atEnd()) {
            char c = peek();
            if (c == '#' || (c == '/' && peekSecond() == '/')) {
                skipLine();
            } else if (c <= ' ' || Character.isWhitespace(c) || SEPARATORS.indexOf(c) >= 0) {
                next();
            } else {
                return;
            }
        }
    }

    /** Whether what follows a value lets another one follow it: a separator, the line's end, a comment, a closing. */
    boolean isSeparated() {
        skipBlanks();
        return atEnd() || ",;\n#]})".indexOf(peek()) >= 0 || (peek() == '/' && peekSecond() == '/');
    }

    /** White space of this line only. */
    void skipBlanks() {
        while (!atEnd() && peek() != '\n' && (peek() <= ' ' || Character.isWhitespace(peek()))) {
            next();
        }
    }

    void skipLine() {
        while (!atEnd() && peek() != '\n') {
            next();
        }
    }

    /** Between key and value: {@code =}, {@code :}, or nothing; a map may begin on the next line. */
    void skipKeySeparator() {
        skipBlanks();
        if (peek() == '=' || peek() == ':') {
            next();
            skipBlanks();
        }
        int mark = at;
        int markLine = line;
        skip();
        if (peek() != '{' && peek() != '[' && line != markLine) {
            at = mark;
            line = markLine;
        }
    }

    boolean isQuote() {
        return peek() == '"' || peek() == '\'';
    }

    String bareKey() {
        int from = at;
        while (!atEnd() && peek() > ' ' && !Character.isWhitespace(peek()) && "=:{".indexOf(peek()) < 0) {
            next();
        }
        return text.substring(from, at);
    }

    String bareValue() {
        StringBuilder out = new StringBuilder();
        while (!atEnd() && peek() > ' ' && !Character.isWhitespace(peek()) && BARE_ENDS.indexOf(peek()) < 0) {
            out.append(next());
        }
        return out.toString();
    }

    /** After {@code (}: the lines up to one that is only {@code )}. */
    String block() {
        next();
        int from = at;
        int end = text.indexOf("\n)", at);
        int stop = end < 0 ? text.length() : end;
        while (at < stop) {
            next();
        }
        String block = text.substring(from, stop).strip();
        next();
        next();
        return block;
    }

    /**
     * The server lets a quoted text run over lines, so that a forgotten quote swallows what follows; here it is a fault.
     *
     * @return the text between quotes, or null when the quote is not closed on its line; then it stands behind that line
     */
    @org.jspecify.annotations.Nullable
    String quoted() {
        int mark = at;
        int markLine = line;
        char quote = next();
        StringBuilder out = new StringBuilder();
        while (!atEnd()) {
            char c = next();
            if (c == '\n') {
                break;
            }
            if (c == quote) {
                return out.toString();
            }
            out.append(c == '\\' && quote == '"' ? escaped() : String.valueOf(c));
        }
        at = mark;
        line = markLine;
        skipLine();
        return null;
    }

    private String escaped() {
        char c = next();
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'x' -> hexadecimal();
            case END -> "";
            default -> String.valueOf(c);
        };
    }

    private String hexadecimal() {
        int high = Character.digit(peek(), 16);
        int low = Character.digit(peekSecond(), 16);
        if (high < 0 || low < 0) {
            return "x";
        }
        next();
        next();
        return String.valueOf((char) (high * 16 + low));
    }
}
