package io.meshbus.launcher.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 7d}. */
final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String text) {
        Matcher match = FORM.matcher(text);
        if (!match.matches() || match.group(1).matches("0+")) {
            throw new TypeConversionException("'" + text + "' is not a time such as 500ms, 5s, 2m, 1h, 7d");
        }
        long amount = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
