package io.meshbus.launcher.config;

/**
 * A value in force and where it comes from.
 *
 * @param text the value as text; a list's words are joined with commas
 * @param source the file, {@code env MESHBUS_…}, {@code property meshbus.…} or {@code default}
 */
record ConfigValue(String text, String source) {}
