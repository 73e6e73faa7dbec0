package io.meshbus.sdk.manifest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.subject.Subjects;

/** A tool as a manifest or a caller names it: {@code pricing.quote}, or a role's {@code seat:mesh-catalog.catalog_tools}. */
public sealed interface ToolRef {
    ToolName tool();

    String subject();

    record OfModule(ModuleId module, ToolName tool) implements ToolRef {
        @Override
        public String subject() {
            return Subjects.tool(module, tool);
        }

        @Override
        @JsonValue
        public String toString() {
            return module + "." + tool;
        }
    }

    record OfSeat(SeatId seat, ToolName tool) implements ToolRef {
        @Override
        public String subject() {
            return Subjects.seatTool(seat, tool);
        }

        @Override
        @JsonValue
        public String toString() {
            return "seat:" + seat + "." + tool;
        }
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ToolRef parse(String text) {
        Ref ref = Ref.parse(text);
        return ref.ofSeat()
                ? new OfSeat(new SeatId(ref.owner()), new ToolName(ref.name()))
                : new OfModule(new ModuleId(ref.owner()), new ToolName(ref.name()));
    }
}
