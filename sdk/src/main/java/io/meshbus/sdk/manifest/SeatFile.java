package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.SeatId;
import org.jspecify.annotations.Nullable;

/** One {@code seats/<seat>.yaml} (spec 3.3). */
final class SeatFile {
    static final String FOLDER = "seats";
    static final String SUFFIX = ".yaml";

    private SeatFile() {}

    /** What could be read; null when not even the seat's name could. */
    static @Nullable Seat read(DefinitionSource source, Faults faults, String file, YamlValue root) {
        Section section =
                new Section(faults, "the seat", root, "seat", "description", "holders", "accepts", "emits", "serves");
        section.require("seat", "seat: a-name");
        SeatId seat = section.id("seat", SeatId::new);
        if (seat == null) {
            return null;
        }
        String name = file.substring(FOLDER.length() + 1, file.length() - SUFFIX.length());
        if (!name.equals(seat.value())) {
            String why = "the file is " + Faults.quoted(name) + ", the seat " + seat;
            faults.add(section.place("seat"), "file and seat differ", why, "give both the same name");
        }
        if (Foundation.all().containsKey(seat)) {
            faults.add(section.place("seat"), seat + " is built in", "every mesh has it", "remove this file");
        }
        ToolParts parts = new ToolParts(faults, new SchemaFile(source.files(), faults), FOLDER);
        return new Seat(
                seat,
                parts.description(section),
                section.choice("holders", "one", "one", "many").equals("one"),
                parts.accepts(section),
                parts.emits(section),
                parts.serves(section));
    }
}
