/**
 * The configuration format of nats-server, what it says about accounts and users, and what is wrong with that. In: text and
 * a way to read included files. Out: a tree with line numbers, a model, findings. Pure; never throws on damaged text.
 */
@NullMarked
package io.meshbus.natsserver.lint.rules;

import org.jspecify.annotations.NullMarked;
