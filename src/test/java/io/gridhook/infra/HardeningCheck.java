package io.gridhook.infra;

import io.gridhook.infra.BicepFile.Declaration;
import java.util.List;
import java.util.Optional;

/** Keys, passwords and old TLS are switched off wherever a resource could take them. */
final class HardeningCheck implements Check {
    private record Rule(String type, String path, String value) {}

    private static final List<Rule> RULES = List.of(
            new Rule("Microsoft.Storage/storageAccounts", "properties.allowSharedKeyAccess", "false"),
            new Rule("Microsoft.Storage/storageAccounts", "properties.allowBlobPublicAccess", "false"),
            new Rule("Microsoft.Storage/storageAccounts", "properties.supportsHttpsTrafficOnly", "true"),
            new Rule("Microsoft.Storage/storageAccounts", "properties.minimumTlsVersion", "TLS1_2"),
            // A private account's lifecycle rule comes as one of Azure's own services.
            new Rule("Microsoft.Storage/storageAccounts", "properties.networkAcls.bypass", "AzureServices"),
            new Rule("Microsoft.KeyVault/vaults", "properties.enableRbacAuthorization", "true"),
            new Rule("Microsoft.KeyVault/vaults", "properties.enableSoftDelete", "true"),
            new Rule("Microsoft.Insights/components", "properties.DisableLocalAuth", "true"),
            new Rule("Microsoft.OperationalInsights/workspaces", "properties.features.disableLocalAuth", "true"),
            new Rule("Microsoft.Web/sites", "properties.httpsOnly", "true"),
            new Rule("Microsoft.Web/sites", "properties.siteConfig.ftpsState", "Disabled"),
            new Rule("Microsoft.Web/sites", "properties.siteConfig.minTlsVersion", "1.2"),
            new Rule("Microsoft.Web/sites/basicPublishingCredentialsPolicies", "properties.allow", "false"));

    @Override
    public void check(BicepFile file, Problems problems) {
        for (Declaration resource : file.resources()) {
            String type = resource.node()
                    .child("string")
                    .flatMap(BicepNode::literal)
                    .orElse("")
                    .split("@", 2)[0];
            if (!resource.node().words().contains("existing")) {
                RULES.stream().filter(rule -> rule.type().equals(type)).forEach(rule -> keep(rule, resource, problems));
            }
        }
    }

    private static void keep(Rule rule, Declaration resource, Problems problems) {
        Optional<BicepNode> value = BicepFile.body(resource);
        for (String name : rule.path().split("\\.", -1)) {
            value = value.flatMap(object -> object.property(name));
        }
        String actual = value.map(node -> node.literal().orElse(node.text())).orElse("not set");
        if (!actual.equals(rule.value())) {
            problems.add(
                    value.orElse(resource.node()),
                    "hardening: " + rule.path() + " is " + actual + " (expected: " + rule.value() + ")");
        }
    }
}
