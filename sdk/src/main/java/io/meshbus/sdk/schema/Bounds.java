package io.meshbus.sdk.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.CollectorContext;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.DynamicRefValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.RefValidator;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/** What one check may cost: references followed, characters that a pattern looks at. */
final class Bounds {
    /** References that one check follows at most; doubling references would follow them without end. */
    static final int REFERENCES_MAX = 100_000;
    /** Characters that one pattern looks at in one text, and as many again for each of the text's hundredths. */
    private static final int LOOKS_MAX = 1_000_000;

    private static final int LOOKS_PER_CHARACTER = 100;

    private Bounds() {}

    /** The check was given up. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch(String what) {
            super(what, null, false, false);
        }
    }

    /** Counts the references of one check; it travels with the check, because nothing else does. */
    static final class Followed extends CollectorContext {
        private int references;

        void another() {
            if (++references > REFERENCES_MAX) {
                throw new TooMuch("its references lead to more than " + REFERENCES_MAX + " checks");
            }
        }
    }

    /** {@code $ref}, counted. */
    static final class Reference implements Keyword {
        @Override
        public String getValue() {
            return "$ref";
        }

        @Override
        public KeywordValidator newValidator(
                SchemaLocation where, JsonNode node, Schema parent, SchemaContext context) {
            return new RefValidator(where, node, parent, context) {
                @Override
                public void validate(ExecutionContext check, JsonNode value, JsonNode root, NodePath path) {
                    count(check);
                    super.validate(check, value, root, path);
                }
            };
        }
    }

    /** {@code $dynamicRef}, counted. */
    static final class DynamicReference implements Keyword {
        @Override
        public String getValue() {
            return "$dynamicRef";
        }

        @Override
        public KeywordValidator newValidator(
                SchemaLocation where, JsonNode node, Schema parent, SchemaContext context) {
            return new DynamicRefValidator(where, node, parent, context) {
                @Override
                public void validate(ExecutionContext check, JsonNode value, JsonNode root, NodePath path) {
                    count(check);
                    super.validate(check, value, root, path);
                }
            };
        }
    }

    private static void count(ExecutionContext check) {
        if (check.getCollectorContext() instanceof Followed followed) {
            followed.another();
        }
    }

    /** A pattern of which no text can make a search without end. */
    static RegularExpression pattern(String text) {
        Pattern pattern = Pattern.compile(text);
        return value -> pattern.matcher(new Looked(value)).find();
    }

    /** A text that is looked at only so often. */
    private static final class Looked implements CharSequence {
        private final String text;
        private long left;

        Looked(String text) {
            this.text = text;
            this.left = LOOKS_MAX + (long) LOOKS_PER_CHARACTER * text.length();
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new TooMuch("its pattern looks at a text of " + text.length() + " characters too often");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
