package io.meshbus.sdk.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each fault of spec 3.3, where it is and what would be near. */
class DefinitionFaultsTest {
    private static final String ORDERS = "modules/orders/module.yaml";

    private static List<String> faults(DefinitionSource source) {
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> DefinitionReader.read(source));
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.problems())
                .allSatisfy(problem -> assertThat(problem.remedy()).isNotEmpty())
                .extracting(Problem::code)
                .containsOnly(ProblemCode.DEFINITION_INVALID);
        return refused.problems().stream().map(Problem::line).toList();
    }

    @ParameterizedTest(name = "{0}: {1} → {2}")
    @CsvSource(delimiter = '|', textBlock = """
        # mesh.yaml
        mesh.yaml | mesh: demo | mesh: Demo | mesh.yaml:1: node name "Demo" is not allowed
        mesh.yaml | mesh: demo | mesh: '' | mesh.yaml:1: node name "" is not allowed: it is empty
        mesh.yaml | mesh: demo | mash: demo | mesh.yaml:1: unknown key "mash" in mesh.yaml: did you mean mesh?
        mesh.yaml | mesh: demo | answers: derived | mesh.yaml:10: key "answers" stands here twice
        mesh.yaml | n1:  { | 77:  { | mesh.yaml:4: node name "77" is not allowed
        mesh.yaml | { labels: { zone: a } } | { labls: { zone: a } } | mesh.yaml:3: unknown key "labls" in a node: did you mean labels?
        mesh.yaml | { labels: { zone: a } } | 5 | mesh.yaml:3: a node must be a mapping: here is the text "5"
        mesh.yaml | [ hub ] | [ hup ] | mesh.yaml:7: there is no node hup: did you mean hub?
        mesh.yaml | [ hub ] | [ hub, hub ] | mesh.yaml:7: clock is assigned to hub twice
        mesh.yaml | [ hub ] | [ ] | mesh.yaml:7: assignment of clock names no nodes
        mesh.yaml | [ hub ] | hub | mesh.yaml:7: assignment of clock names no nodes: here is the text "hub" - write clock: [ node, … ]
        mesh.yaml | clock:   [ hub ] | clocc: [ hub ] | mesh.yaml:7: there is no module clocc: did you mean clock?
        mesh.yaml | clock:   [ hub ] | clocc: [ hub ] | modules/clock/module.yaml:1: module clock is assigned to no node
        mesh.yaml | pricing: [ n2 ] | | modules/pricing/module.yaml:1: module pricing is assigned to no node: it would run nowhere, and it holds [pricing-desk]
        mesh.yaml | select: { zone: b } | select: { zone: c } | mesh.yaml:8: no node fits the selector of orders: {zone=c}
        mesh.yaml | select | selekt | mesh.yaml:8: an assignment lacks select
        mesh.yaml | answers: derived | answers: drived | mesh.yaml:10: answers is "drived": did you mean derived?
        mesh.yaml | maxAge: 2d | maxAge: 2 days | mesh.yaml:12: maxAge is "2 days": a duration
        mesh.yaml | 256MiB | 256MB | mesh.yaml:12: maxBytes is "256MB": a size is expected
        mesh.yaml | events: | event: | mesh.yaml:12: unknown key "event" in retention: did you mean events?
        mesh.yaml | fabric: {} | fabric: 1 | mesh.yaml:13: fabric must be a mapping
        mesh.yaml | fabric: {} | fabric: { servers: { s1: secret } } | mesh.yaml:13: s1 has no public key
        mesh.yaml | fabric: {} | fabric: { servers: { runner: UABC } } | mesh.yaml:13: server name "runner" is not allowed
        mesh.yaml | fabric: {} | fabric: { runners: { comms: UABC } } | mesh.yaml:13: runner name "comms" is not allowed
        mesh.yaml | mesh: demo | mesh: [ | mesh.yaml:3: this is not YAML
        mesh.yaml | mesh: demo | mesh: &a demo\\nsources: *a | mesh.yaml:1: an alias repeats this
        mesh.yaml | mesh: demo | mesh: !!java.net.URL demo | mesh.yaml:1: this is not YAML: Global tag is not allowed: tag:yaml.org,2002:java.net.URL
        mesh.yaml | mesh: demo | ? [a]\\n: b | mesh.yaml:1: a key must be a plain word
        # a seat
        seats/pricing-desk.yaml | seat: pricing-desk | seat: pricing | seats/pricing-desk.yaml:1: file and seat differ
        seats/pricing-desk.yaml | seat: pricing-desk | seat: mesh-catalog | seats/pricing-desk.yaml:1: mesh-catalog is built in
        seats/pricing-desk.yaml | holders: one | holders: two | seats/pricing-desk.yaml:3: holders is "two"
        seats/pricing-desk.yaml | schemas/price.json | schemas/prise.json | seats/pricing-desk.yaml:5: schema "schemas/prise.json" is not there: did you mean seats/schemas/price.json?
        seats/pricing-desk.yaml | readOnly | readonly | seats/pricing-desk.yaml:9: unknown key "readonly" in a tool: did you mean readOnly?
        seats/pricing-desk.yaml | priced: | Priced: | seats/pricing-desk.yaml:7: event name "Priced" is not allowed: character U+0050
        seats/schemas/price.json | "object" | "objekt" | seats/schemas/price.json:1: this is not a JSON Schema
        seats/schemas/price.json | ["item"] | "item" | seats/schemas/price.json:1: this is not a JSON Schema
        seats/schemas/price.json | ] } | ] | seats/schemas/price.json:2: this is not JSON
        seats/schemas/price.json | "type": "object" | "$ref": "http://example.com/x" | $ref "http://example.com/x" leads out of the file
        seats/schemas/price.json | "type": "object" | "$ref": "#/nowhere" | seats/schemas/price.json:1: this is not a JSON Schema
        seats/schemas/price.json | "type": "object" | "pattern": "(" | seats/schemas/price.json:1: this is not a JSON Schema
        seats/schemas/price.json | "type": "object" | "type": "object", "type": "string" | seats/schemas/price.json:1: this is not JSON: Duplicate field
        # a manifest
        modules/orders/module.yaml | module: orders | module: order | modules/orders/module.yaml:1: folder and module differ
        modules/orders/module.yaml | module: orders | module: host | modules/orders/module.yaml:1: module name "host" is not allowed
        modules/orders/module.yaml | module: orders | modul: orders | modules/orders/module.yaml:1: the manifest lacks module: it is required - add module: a-name
        modules/orders/module.yaml | version: 1.4.0 | | modules/orders/module.yaml:1: the manifest lacks version
        modules/orders/module.yaml | version: 1.4.0 | version: a b | modules/orders/module.yaml:2: version "a b" is not allowed
        modules/orders/module.yaml | version: 1.4.0 | version: [ 1 ] | modules/orders/module.yaml:2: version must be a text: here is a list
        modules/orders/module.yaml | consumes: | consums: | modules/orders/module.yaml:5: unknown key "consums" in the manifest: did you mean consumes?
        modules/orders/module.yaml | - clock.tick | - clock.tic | modules/orders/module.yaml:6: event clock.tic: nobody emits it: did you mean clock.tick?
        modules/orders/module.yaml | - clock.tick | - clock | modules/orders/module.yaml:6: "clock" names nothing
        modules/orders/module.yaml | - clock.tick | - seat:pricing-desk.priced | modules/orders/module.yaml:7: consumes names seat:pricing-desk.priced twice
        modules/orders/module.yaml | - seat:pricing-desk.priced | - seat:desk.priced | modules/orders/module.yaml:7: event seat:desk.priced: nobody emits it
        modules/orders/module.yaml | - pricing.quote | - pricing.qoute | modules/orders/module.yaml:11: tool pricing.qoute: nobody serves it: did you mean pricing.quote?
        modules/orders/module.yaml | catalog_tools | catalog_tool | modules/orders/module.yaml:12: tool seat:mesh-catalog.catalog_tool: nobody serves it: did you mean seat:mesh-catalog.catalog_tools?
        modules/orders/module.yaml | pricing-desk.price ] | pricing-desk.prise ] | modules/orders/module.yaml:15: work pricing-desk.prise: no seat accepts it: did you mean pricing-desk.price?
        modules/orders/module.yaml | module.pricing ] | module.prizing ] | modules/orders/module.yaml:13: nothing has the key module.prizing: did you mean module.pricing?
        modules/orders/module.yaml | module.pricing ] | ">" ] | modules/orders/module.yaml:13: key ">" is not allowed
        modules/orders/module.yaml | [ postgres ] | [ postgress ] | modules/orders/module.yaml:16: provision postgress: nobody provides it: did you mean postgres?
        modules/orders/module.yaml | needs: [ pricing ] | needs: [ prising ] | modules/orders/module.yaml:17: there is no module prising: did you mean pricing?
        modules/orders/module.yaml | needs: [ pricing ] | needs: [ orders ] | modules/orders/module.yaml:17: needs goes round in a circle: orders needs orders
        modules/orders/module.yaml | orders.jar | order.jar | modules/orders/module.yaml:18: artefact "order.jar" is not there: did you mean modules/orders/orders.jar?
        modules/orders/module.yaml | orders.jar | ../clock/clock.jar | modules/orders/module.yaml:18: path "../clock/clock.jar" is not allowed: it leaves the directory
        modules/orders/module.yaml | com.example.Orders | com.example. | modules/orders/module.yaml:18: class "com.example." is not allowed
        modules/orders/module.yaml | instances: 2 | instances: two | modules/orders/module.yaml:18: instances is "two": a number from 1 to 64
        modules/orders/module.yaml | instances: 2 | process: { command: x } | modules/orders/module.yaml:18: run has exactly one of verticle, process and container: here are verticle and process
        modules/orders/module.yaml | verticle: com.example.Orders, artefact: orders.jar, instances: 2 | | modules/orders/module.yaml:18: run has exactly one
        modules/orders/module.yaml | from: files/app.yaml | from: /etc/passwd | modules/orders/module.yaml:20: path "/etc/passwd" is not allowed: it is absolute
        modules/orders/module.yaml | from: files/app.yaml | from: files/ap.yaml | modules/orders/module.yaml:20: file "files/ap.yaml" is not there: did you mean modules/orders/files/app.yaml?
        modules/orders/module.yaml | from: files/app.yaml | from: orders.jar | modules/orders/module.yaml:20: file "orders.jar" is not text
        modules/orders/module.yaml | directory: data | directory: conf/../../x | modules/orders/module.yaml:21: path "conf/../../x" is not allowed: it leaves
        modules/orders/module.yaml | directory: data | directory: conf/app.yaml | modules/orders/module.yaml:21: two resources at "conf/app.yaml"
        modules/orders/module.yaml | , from: files/app.yaml | | modules/orders/module.yaml:20: a resource is a file with its source, or a directory
        modules/orders/module.yaml | timeout: 7s | timeout: 7 | modules/orders/module.yaml:9: timeout is "7": a duration
        modules/orders/module.yaml | timeout: 7s | timeout: 0s | modules/orders/module.yaml:9: timeout is zero
        modules/orders/module.yaml | idempotent: true | idempotent: yes | modules/orders/module.yaml:9: idempotent is "yes": a boolean is expected
        modules/orders/module.yaml | maxDeliver: 3 | maxDeliver: 0 | modules/orders/module.yaml:25: maxDeliver is "0"
        modules/orders/module.yaml | onFailure: continue | onFailure: stop | modules/orders/module.yaml:24: onFailure is "stop"
        modules/orders/module.yaml | [ api-key ] | [ "api key" ] | modules/orders/module.yaml:23: name "api key" is not allowed
        modules/orders/module.yaml | config: { | config: [ { | modules/orders/module.yaml:23: this is not YAML
        modules/pricing/module.yaml | holds: [ pricing-desk ] | holds: [ pricing-dsek ] | modules/pricing/module.yaml:5: there is no seat pricing-dsek: did you mean pricing-desk?
        modules/pricing/module.yaml | holds: [ pricing-desk ] | holds: [ mesh-catalog ] | modules/pricing/module.yaml:5: the controller holds mesh-catalog: no module can
        """)
    void namesTheFaultItsLineAndWhatIsNear(String file, String from, String to, String expected) {
        DefinitionSource wrong = Sources.shop(file, from, to == null ? "" : to.replace("\\n", "\n"));
        assertThat(faults(wrong)).anySatisfy(line -> assertThat(line).contains(expected));
    }

    @Test
    void reportsEveryFaultOfEveryFileInOrder() {
        DefinitionSource wrong = Sources.changed(
                Sources.shop("mesh.yaml", "[ hub ]", "[ hup ]"), ORDERS, "pricing.quote", "pricing.qoute");
        assertThat(faults(wrong))
                .containsExactly(
                        "mesh.yaml:7: there is no node hup: did you mean hub? - add it under nodes, or correct it"
                                + " [DEFINITION_INVALID]",
                        "modules/orders/module.yaml:11: tool pricing.qoute: nobody serves it: did you mean"
                                + " pricing.quote? - declare it where it is served, or remove it here"
                                + " [DEFINITION_INVALID]");
    }

    @Test
    void aFileThatCannotBeReadIsOneFault() {
        DefinitionSource wrong = Sources.with(Sources.shop(), "modules/pricing/module.yaml", "module: [");
        assertThat(faults(wrong)).singleElement().asString().contains("this is not YAML");
    }

    @Test
    void twoModulesCannotHoldASeatForOne() {
        DefinitionSource wrong =
                Sources.shop("modules/clock/module.yaml", "emits:", "seats: { holds: [ pricing-desk ] }\nemits:");
        assertThat(faults(wrong))
                .containsExactly(
                        "modules/pricing/module.yaml:5: seat pricing-desk has one holder: clock holds it already"
                                + " - let one of them hold it, or say `holders: many` in the seat [DEFINITION_INVALID]");
        DefinitionSource right = Sources.changed(wrong, "seats/pricing-desk.yaml", "holders: one", "holders: many");
        assertThat(DefinitionReader.read(right).modules()).hasSize(3);
    }

    @Test
    void aSeatsToolNeedsAHolderAndItsWorkDoesNot() {
        DefinitionSource unheld = Sources.shop("modules/pricing/module.yaml", "seats: { holds: [ pricing-desk ] }", "");
        assertThat(DefinitionReader.read(unheld).holdersOf(new io.meshbus.sdk.id.SeatId("pricing-desk")))
                .isEmpty();
        DefinitionSource used = Sources.changed(unheld, ORDERS, "pricing.quote", "seat:pricing-desk.backlog");
        assertThat(faults(used))
                .singleElement()
                .asString()
                .startsWith("modules/orders/module.yaml:11: tool seat:pricing-desk.backlog: nobody serves it");
    }

    @Test
    void aCircleOfNeedsIsToldOnce() {
        DefinitionSource wrong =
                Sources.shop("modules/pricing/module.yaml", "provides:", "needs: [ clock ]\nprovides:");
        wrong = Sources.changed(wrong, "modules/clock/module.yaml", "emits:", "needs: [ orders ]\nemits:");
        assertThat(faults(wrong))
                .containsExactly("modules/clock/module.yaml:3: needs goes round in a circle: clock needs orders needs"
                        + " pricing needs clock - remove one of these [DEFINITION_INVALID]");
    }

    @Test
    void missingFilesAreNamed() {
        assertThat(faults(Sources.without(Sources.shop(), "mesh.yaml")))
                .containsExactly(
                        "mesh.yaml:1: there is no mesh.yaml: there is none - add it: a definition starts with it"
                                + " [DEFINITION_INVALID]");
        assertThat(faults(Sources.without(Sources.shop(), "modules/orders/orders.jar")))
                .singleElement()
                .asString()
                .contains(":18: artefact \"orders.jar\" is not there");
        assertThat(faults(Sources.without(Sources.shop(), "modules/clock/module.yaml")))
                .containsExactly(
                        "modules/clock/module.yaml:1: the folder has no module.yaml: it would run nothing - add"
                                + " it, or remove the folder [DEFINITION_INVALID]");
    }

    @Test
    void strayFilesAreNamed() {
        DefinitionSource stray = Sources.with(Sources.shop(), "seats/other.yml", "seat: other");
        assertThat(faults(Sources.with(stray, "modules/x.yaml", "")))
                .containsExactly(
                        "modules/x.yaml:1: this file is not read - put it into a folder modules/<module>/"
                                + " [DEFINITION_INVALID]",
                        "seats/other.yml:1: this file is not read: seats end in .yaml - rename it [DEFINITION_INVALID]");
    }

    @Test
    void aThousandFaultsAreCutAndCounted() {
        StringBuilder mesh = new StringBuilder("mesh: demo\nnodes: { a: {} }\n");
        for (int i = 0; i < 1000; i++) {
            mesh.append("k").append(i).append(": 1\n");
        }
        List<String> lines =
                faults(new DefinitionSource(java.util.Map.of("mesh.yaml", mesh.toString()), java.util.Map.of()));
        assertThat(lines).hasSize(Faults.LISTED_MAX + 1).last().asString().contains("and 800 more faults");
    }

    @Test
    void aBombOfAliasesIsRefusedAtOnce() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [ x, x, x, x, x, x, x, x, x ]\n");
        for (int i = 1; i < 30; i++) {
            String alias = "*a" + (i - 1);
            bomb.append("a").append(i).append(": &a").append(i).append(" [ ");
            bomb.append(String.join(", ", java.util.Collections.nCopies(9, alias)))
                    .append(" ]\n");
        }
        assertThat(faults(Sources.with(Sources.shop(), "mesh.yaml", bomb.toString())))
                .allSatisfy(line -> assertThat(line).containsAnyOf("alias", "Alias"));
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(faults(Sources.with(Sources.shop(), "mesh.yaml", "mesh: " + "[".repeat(100_000))))
                .singleElement()
                .asString()
                .contains("this is not YAML");
    }
}
