import { Folder } from "@stillreel/contract";
import { expect, it } from "vitest";
import { cachedFolder, presentFolder, writeFolder } from "./folders.present.ts";
import type { StoredFolder } from "./folders.repo.ts";

const row = (given: Partial<StoredFolder> = {}): StoredFolder => ({
  id: "0198c6a8-4f4e-7d2f-9a55-1a2b3c4d5e6f",
  workspaceId: "0198c6a8-4f4e-7d2f-9a55-000000000001",
  parentId: null,
  kind: "mixed",
  name: "Campaigns",
  color: "#E4572E",
  nestLevel: 0,
  createdAt: "2026-11-21T16:44:35.123Z",
  children: 3,
  ...given,
});
const PARENT = "0198c6a8-4f4e-7d2f-9a55-000000000002";

it.each([
  row(),
  row({ parentId: PARENT, nestLevel: 4, kind: "video", children: 0 }),
  row({ name: 'Zwölf "Bögen" \\ \u2028 \u0007 </script> 🎞', color: "rebecca'purple" }),
])("writes a folder of a tree like a single folder: $name", (folder) => {
  const cached = cachedFolder(folder);
  for (const [read, write] of [
    [true, true],
    [true, false],
    [false, false],
  ] as const)
    for (const [favorite, linked] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const)
      for (const position of [cached, { parentId: PARENT, nestLevel: 7, children: 1 }, { parentId: null, nestLevel: 0, children: 2 }]) {
        const own = { favorite, linked, items: 1_234_567 };
        const text = writeFolder(cached, { ...own, position, permission: { read, write }, thumbnails: undefined });
        const shown = presentFolder({ ...folder, ...own }, position, { read, write });
        expect(JSON.parse(text)).toEqual(shown);
        // Exactly the declared properties.
        expect(Folder.strict().parse(JSON.parse(text))).toEqual(shown);
      }
});

it("writes the URLs of thumbnails", () => {
  const cached = cachedFolder(row());
  const thumbnails = ["/media/a?x=1&y=2", '/media/"b"'];
  const text = writeFolder(cached, {
    position: cached,
    favorite: false,
    linked: false,
    items: 2,
    permission: { read: true, write: true },
    thumbnails,
  });
  expect(JSON.parse(text)).toMatchObject({ items: 2, favorite: false, thumbnails });
});
