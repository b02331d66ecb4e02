package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** No output and no parameter of a module gives a secret away. */
final class SecretCheck implements Check {
    private final BicepFiles files;

    SecretCheck(BicepFiles files) {
        this.files = files;
    }

    @Override
    public void check(BicepFile file, Problems problems) {
        Set<String> secrets = secrets(file);
        file.outputs().stream()
                .filter(output -> isSecret(output.value(), secrets))
                .forEach(output -> problems.add(output.node(), "secret: output " + output.name() + " shows it"));
        file.modules().forEach(module -> module(file, module, secrets, problems));
    }

    /** Secure parameters, and the variables that hold one. */
    private static Set<String> secrets(BicepFile file) {
        Set<String> secrets = new HashSet<>();
        file.parameters().stream().filter(SecretCheck::isSecure).forEach(each -> secrets.add(each.name()));
        int before;
        do {
            before = secrets.size();
            file.variables().stream()
                    .filter(each -> isSecret(each.value(), secrets))
                    .forEach(each -> secrets.add(each.name()));
        } while (secrets.size() > before);
        return secrets;
    }

    private static boolean isSecure(Declaration parameter) {
        return parameter.decorator("secure").isPresent();
    }

    private static boolean isSecret(BicepNode value, Set<String> secrets) {
        return value.all()
                .anyMatch(node -> (node.is("identifier") && secrets.contains(node.text()))
                        || node.called()
                                .filter(name -> name.startsWith("list") || name.equals("getSecret"))
                                .isPresent());
    }

    private void module(BicepFile file, Declaration module, Set<String> secrets, Problems problems) {
        String reference =
                module.node().child("string").flatMap(BicepNode::literal).orElse("");
        files.at(file, reference)
                .ifPresent(target -> BicepFile.body(module).flatMap(body -> body.property("params")).stream()
                        .flatMap(BicepNode::properties)
                        .filter(each -> isSecret(each.last(), secrets))
                        .filter(each -> Stream.of(each.key())
                                .flatMap(name -> target.parameter(name).stream())
                                .noneMatch(SecretCheck::isSecure))
                        .forEach(each -> problems.add(
                                each, "secret: parameter " + each.key() + " of " + reference + " is not secure")));
    }
}
