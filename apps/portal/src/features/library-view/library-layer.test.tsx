import { act, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ItemView } from "../../entities/items/item-list.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { samplePicture } from "../../test-harness/sample-picture.ts";
import { LibraryLayer } from "./library-layer.tsx";
import { selection } from "./selection/selection-store.ts";

const server = fakeServer(() => ({ "items.trashMany": { done: 2, pending: 0, failed: [] } }));
afterEach(() => selection.show(null));

const items = ["a", "b"].map((id) => samplePicture(id, { workspaceId: "personal" }) as unknown as ItemView);

/** Opens a list of two cards. The code of the selection bar is not loaded yet. */
async function open() {
  const Screen = () => (
    <>
      {items.map(({ id }) => (
        <article key={id} data-item-id={id}>
          <a href={`#${id}`}>{id}</a>
        </article>
      ))}
      <LibraryLayer />
    </>
  );
  openScreens({ "/": Screen }, ["/"]);
  await waitFor(() => expect(card("a")).toBeTruthy());
  const name = { workspaceId: "personal", view: "folder", type: "image", folderId: null, sort: "newest" } as const;
  act(() => selection.show({ name, items, total: items.length, hasMore: false }));
}
const card = (id: string): HTMLElement => document.querySelector<HTMLElement>(`[data-item-id=${id}] a`) as HTMLElement;
/** Presses a key and returns whether the page handled it. */
const press = (key: string, more: object = {}): boolean => !fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

test("Ctrl+A selects every item with the first key press", async () => {
  await open();
  expect([press("a", { ctrlKey: true }), selection.count()]).toEqual([true, 2]);
});

test("X selects the focused card with the first key press", async () => {
  await open();
  card("b").focus();
  expect([press("x"), selection.items().map(({ id }) => id)]).toEqual([true, ["b"]]);
});

test("a command pressed before the bar is loaded applies to the whole selection, once", async () => {
  await open();
  card("a").focus();
  press("a", { ctrlKey: true });
  expect(press("Delete")).toBe(true);
  await waitFor(() => expect(server.sent("items.trashMany")).toEqual([{ itemIds: ["a", "b"] }]));
});

test("a long press selects a card before the bar is loaded", async () => {
  await open();
  fireEvent.pointerDown(card("a"), { pointerType: "touch", isPrimary: true });
  await waitFor(() => expect(selection.items().map(({ id }) => id)).toEqual(["a"]));
});
