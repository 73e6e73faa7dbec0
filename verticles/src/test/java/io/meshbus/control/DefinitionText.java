package io.meshbus.control;

import java.util.Map;
import java.util.TreeMap;

/** A small definition: {@code shop} on n1 serves and emits, {@code till} on n2 consumes and calls. */
public final class DefinitionText {
    private DefinitionText() {}

    public static Map<String, String> shop(String version) {
        Map<String, String> files = new TreeMap<>();
        files.put("mesh.yaml", """
                mesh: demo
                nodes: { n1: {}, n2: {} }
                assignments: { shop: [ n1 ], till: [ n2 ] }
                """);
        files.put("modules/shop/module.yaml", """
                module: shop
                version: %s
                emits: { sold: { description: Something was sold } }
                serves: { price: { description: What it costs }, stock: { description: What is there } }
                run: { process: { command: cat, args: [], env: {} } }
                resources: [ { file: conf/app.yaml, from: files/app.yaml } ]
                """.formatted(version));
        files.put("modules/shop/files/app.yaml", "currency: EUR\n");
        files.put("modules/till/module.yaml", """
                module: till
                version: 1.0.0
                consumes: [ shop.sold ]
                uses: [ shop.price ]
                run: { process: { command: cat, args: [], env: {} } }
                """);
        return files;
    }
}
