package io.gridhook.infra;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A node of a Bicep file's syntax tree, as {@code bicep.mjs} prints it.
 *
 * @param kind the grammar's name for it
 * @param field what it is to its parent, or empty
 * @param text its text, if nothing is below it
 * @param words keywords and operators in it
 * @param line from 1
 * @param bad an error of syntax, or something missing
 * @param children what is below it
 */
record BicepNode(
        String kind, String field, String text, List<String> words, int line, boolean bad, List<BicepNode> children) {
    BicepNode {
        words = List.copyOf(words);
        children = List.copyOf(children);
    }

    /** This node and all below it. */
    Stream<BicepNode> all() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(BicepNode::all));
    }

    boolean is(String expected) {
        return kind.equals(expected);
    }

    Optional<BicepNode> field(String name) {
        return children.stream().filter(child -> child.field.equals(name)).findFirst();
    }

    /** The first child of a kind. */
    Optional<BicepNode> child(String expected) {
        return children.stream().filter(child -> child.is(expected)).findFirst();
    }

    BicepNode first() {
        return children.get(0);
    }

    BicepNode last() {
        return children.get(children.size() - 1);
    }

    /** The value of a string without expressions in it. */
    Optional<String> literal() {
        if (!is("string") || children.stream().anyMatch(child -> child.is("interpolation"))) {
            return Optional.empty();
        }
        return Optional.of(children.stream()
                .map(part -> part.is("escape_sequence") ? part.text.substring(1) : part.text)
                .collect(Collectors.joining()));
    }

    /** Name and value of an object's properties, but for those whose names are expressions. */
    Stream<BicepNode> properties() {
        return children.stream().filter(child -> child.is("object_property") && child.children.size() == 2);
    }

    /** Of an object's property. */
    String key() {
        BicepNode name = first();
        return name.is("identifier") ? name.text : name.literal().orElse("*");
    }

    /** The value of an object's property. */
    Optional<BicepNode> property(String name) {
        return properties()
                .filter(each -> each.key().equals(name))
                .map(BicepNode::last)
                .findFirst();
    }

    /** The name of the function that a call calls; empty if this is none. */
    Optional<String> called() {
        return is("call_expression")
                ? field("function")
                        .map(function -> function.is("identifier")
                                ? function.text
                                : function.field("property")
                                        .map(BicepNode::text)
                                        .orElse(""))
                : Optional.empty();
    }
}
