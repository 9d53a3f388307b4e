import { expect, test } from "vitest";
import { folderChoices } from "./folder-choices.ts";

test("folders are listed alphabetically below their parents; folders without a listed parent are at the top", () => {
  const folders = [
    { id: "3", name: "Zoo", parentId: "1" },
    { id: "1", name: "Bugs", parentId: null },
    { id: "2", name: "Ads", parentId: "gone" },
    { id: "4", name: "Ants", parentId: "1" },
  ];
  expect(folderChoices(folders).map(({ name, depth }) => `${depth} ${name}`)).toEqual(["0 Ads", "0 Bugs", "1 Ants", "1 Zoo"]);
});
