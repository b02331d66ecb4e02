package io.gridhook.app;

import io.gridhook.core.redrive.DeadLetter;
import io.gridhook.core.redrive.LetterPosition;
import io.gridhook.core.redrive.LetterSelection;
import java.util.List;
import java.util.Optional;

/** Goes over dead letters that were named one by one; a position counts those that are done. */
final class NamedLetters {
    private final DeadLetters letters;
    private final DeadLetters.Source source;
    private final List<LetterSelection.Address> named;
    private String blob = "";
    private Optional<List<DeadLetter>> content = Optional.empty();

    NamedLetters(DeadLetters letters, DeadLetters.Source source, List<LetterSelection.Address> named) {
        this.letters = letters;
        this.source = source;
        this.named = named;
    }

    /** As {@link DeadLetterWalk#walk}; each blob is read once where its letters are named together. */
    Optional<LetterPosition> walk(Optional<LetterPosition> start, DeadLetterWalk.Visitor visitor) {
        for (int i = start.map(LetterPosition::letters).orElse(0); i < named.size(); i++) {
            LetterSelection.Address address = named.get(i);
            if (!address.blob().equals(blob)) {
                if (!visitor.goesOn()) {
                    return Optional.of(new LetterPosition("", i));
                }
                blob = address.blob();
                content = letters.letters(source, blob);
            }
            Optional<DeadLetter> letter =
                    content.filter(all -> address.index() < all.size()).map(all -> all.get(address.index()));
            if (letter.isEmpty()) {
                visitor.skipped(blob);
            } else if (!visitor.letter(letter.get(), new LetterPosition("", i + 1))) {
                return i + 1 < named.size() ? Optional.of(new LetterPosition("", i + 1)) : Optional.empty();
            }
        }
        return Optional.empty();
    }
}
