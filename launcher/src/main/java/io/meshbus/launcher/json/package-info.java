/**
 * Vert.x's JSON in this process without the start of data binding: trees of JSON in, trees out, by Jackson's parser alone.
 * Data binding is loaded the first time somebody asks for another type, which no client command does (spec 7.5).
 */
@NullMarked
package io.meshbus.launcher.json;

import org.jspecify.annotations.NullMarked;
