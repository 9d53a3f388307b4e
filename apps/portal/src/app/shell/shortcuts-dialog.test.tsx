import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showPart, speakEnglish } from "../../test-harness/show-part.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

speakEnglish();

test("the shortcuts of the player and of image comments are listed", () => {
  showPart(<ShortcutsDialog onClose={() => {}} />);
  const keysOf = (title: string): [string | null, string | null][] => {
    const section = screen.getByRole("heading", { name: title }).closest("section") as HTMLElement;
    return within(section)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]);
  };
  expect(keysOf("Player")).toEqual(
    expect.arrayContaining([
      ["Comment", "C"],
      ["Captions", "⇧C"],
      ["Slower, faster", "<>"],
      ["Previous, next chapter", "⇧←⇧→"],
      ["Like", "⇧L"],
    ]),
  );
  expect(keysOf("On an image")).toContainEqual(["Comment on a spot", "C"]);
});
