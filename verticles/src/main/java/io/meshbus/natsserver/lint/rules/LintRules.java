package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Model.Account;
import io.meshbus.natsserver.lint.rules.Model.User;
import java.util.ArrayList;
import java.util.List;

/** All rules over one configuration. Pure; never throws on damaged text. */
public final class LintRules {
    private LintRules() {}

    /** Findings in order of file and line, each once. */
    public static List<Finding> judge(ConfReader.Source source, ConfReader.Files files) {
        ConfReader.Result read = ConfReader.read(source, files);
        Findings out = new Findings();
        Model model = Model.of(read.root());
        ServerRules.judge(model, out);
        for (Account account : model.accounts()) {
            for (User user : account.members()) {
                UserRules.judge(account, user, out);
            }
            StreamRules.judge(model, account, out);
        }
        List<Finding> all = new ArrayList<>(read.findings());
        all.addAll(out.all());
        return all.stream().distinct().sorted().toList();
    }
}
