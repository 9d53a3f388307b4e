import { render, screen, cleanup, fireEvent } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { speakEnglish } from "../../../test-harness/show-part.tsx";
import { ItemCard, type CardActions } from "./item-card.tsx";
import { ItemRow } from "./item-row.tsx";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { TitleEditor } from "../../../ui/title-editor.tsx";

speakEnglish();

const item = {
  id: "i1",
  type: "image",
  title: "Totals disagree",
  stage: "ready",
  createdAt: "2026-09-18T12:00:00.000Z",
  views: 24,
  comments: 0,
  shareUrl: "http://x/s/1",
  access: "link",
  favorite: false,
  trash: false,
  duration: null,
  size: 421_888,
  permission: { read: true, write: true },
  placeholder: null,
  thumbnailUrl: "/media/a",
  thumbnailLargeUrl: "/media/b",
} as ItemView;

const actions = (): CardActions => ({
  onOpen: vi.fn(),
  onCopyLink: vi.fn(),
  onStar: vi.fn(),
  onRestore: vi.fn(),
  onPurge: vi.fn(),
  onPick: vi.fn(),
  onMenu: vi.fn(),
  onRename: vi.fn(),
  onRenameEnd: vi.fn(),
  onFocus: vi.fn(),
  onPictureFailed: vi.fn(),
});
const show = (over: Partial<ItemView> = {}, given = actions()) => {
  const view = render(
    <ItemCard item={{ ...item, ...over }} isCurrent isRenaming={false} isSelected={false} isPicking={false} isEager={false} {...given} />,
  );
  return {
    ...view,
    given,
    again: (next: Partial<ItemView>) =>
      view.rerender(
        <ItemCard
          item={{ ...item, ...next }}
          isCurrent
          isRenaming={false}
          isSelected={false}
          isPicking={false}
          isEager={false}
          {...given}
        />,
      ),
  };
};

test("a card shows date, counts that are not zero, and whether there is a link", () => {
  show();
  expect(screen.getByText("Sep 18, 2026")).toBeDefined();
  expect(screen.getByLabelText("Views: 24")).toBeDefined();
  expect(screen.queryByLabelText(/Comments/)).toBeNull();
  expect(screen.getByLabelText("Anyone with the link")).toBeDefined();
  cleanup();
  show({ access: "private" });
  expect(screen.getByLabelText("Only you")).toBeDefined();
  cleanup();
  show({ access: "link", folderAccess: "link", shareUrl: null });
  expect(screen.getByLabelText("Anyone with the folder's link")).toBeDefined();
});

test("a plain click opens a card or row without navigation; Ctrl and Shift select it", () => {
  for (const Cell of [ItemCard, ItemRow]) {
    const given = actions();
    render(<Cell item={item} isCurrent isRenaming={false} isSelected={false} isPicking={false} isEager={false} {...given} />);
    const link = screen.getByRole("link", { name: "Totals disagree" });
    expect(link.getAttribute("href")).toBe("/images/i1");
    expect(fireEvent.click(link, { ctrlKey: true, button: 0 })).toBe(false);
    expect(given.onPick).toHaveBeenLastCalledWith(item, { isRange: false });
    fireEvent.click(link, { shiftKey: true, button: 0 });
    expect(given.onPick).toHaveBeenLastCalledWith(item, { isRange: true });
    expect(given.onOpen).not.toHaveBeenCalled();
    expect(fireEvent.click(link, { button: 0 })).toBe(false);
    expect(given.onOpen).toHaveBeenCalledOnce();
    cleanup();
  }
});

test("without selection, a click with a modifier has the browser's function, and there is no checkbox", () => {
  const given = actions();
  delete given.onPick;
  show({}, given);
  expect(fireEvent.click(screen.getByRole("link", { name: "Totals disagree" }), { ctrlKey: true, button: 0 })).toBe(true);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a video card links to its page and shows the duration", () => {
  show({ type: "video", duration: 405.2 });
  expect(screen.getByRole("link", { name: "Totals disagree" }).getAttribute("href")).toBe("/videos/i1");
  expect(screen.getByText("6:45")).toBeDefined();
});

test("a card in the trash shows its remaining days and its folder, and offers restore and permanent deletion", () => {
  const in3Days = new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString();
  const { given } = show({ trash: true, purgeAt: in3Days, trashedFrom: "Release notes" });
  expect(screen.getByText("3 days left").className).toMatch(/soon/);
  expect(screen.getByText("was in Release notes")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete Totals disagree permanently" }));
  expect(given.onRestore).toHaveBeenCalledOnce();
  expect(given.onPurge).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  cleanup();
  show({ trash: true, purgeAt: new Date(Date.now() + 24.5 * 86_400_000).toISOString(), trashedFrom: null });
  expect(screen.getByText("25 days left").className).not.toMatch(/soon/);
  expect(screen.getByText("was in My images")).toBeDefined();
});

test("a row names who can open the item and its numbers", () => {
  render(
    <ItemRow
      item={{ ...item, access: "password" }}
      isCurrent
      isRenaming={false}
      isSelected={false}
      isPicking={false}
      isEager={false}
      {...actions()}
    />,
  );
  for (const text of ["Password", "24", "412 KB", "Sep 18, 2026"]) expect(screen.getByText(text)).toBeDefined();
});

test("a shown picture keeps its address when the list's addresses are renewed; one that failed takes the new one", () => {
  const { container, given, again } = show();
  const picture = (): HTMLImageElement => container.querySelector("img")!;
  fireEvent.load(picture());
  again({ thumbnailUrl: "/media/a2", thumbnailLargeUrl: "/media/b2" });
  expect(picture().getAttribute("src")).toBe("/media/a");
  cleanup();
  const second = show();
  const failing = (): HTMLImageElement => second.container.querySelector("img")!;
  fireEvent.error(failing());
  expect(second.given.onPictureFailed).toHaveBeenCalledWith("i1");
  second.again({ thumbnailUrl: "/media/a2", thumbnailLargeUrl: "/media/b2" });
  expect(failing().getAttribute("src")).toBe("/media/a2");
  expect(given.onPictureFailed).not.toHaveBeenCalled();
});

test("the thumbnail appears when it is ready, and a failed image shows an error", () => {
  const { container, again } = show({ thumbnailUrl: null, thumbnailLargeUrl: null, stage: "processing" });
  expect(screen.getByLabelText("Creating preview")).toBeDefined();
  again({});
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/media/a");
  cleanup();
  show({ stage: "failed", thumbnailUrl: null, thumbnailLargeUrl: null });
  expect(screen.getByText("This image could not be read")).toBeDefined();
});

test("renaming: Enter saves the trimmed title, Escape gives up, an empty one is refused with its message", async () => {
  const user = userEvent.setup();
  const onSave = vi.fn();
  const onClose = vi.fn();
  render(<TitleEditor title="Old" onSave={onSave} onClose={onClose} />);
  const field = screen.getByRole("textbox", { name: "Title" });
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.keyboard("{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("The title cannot be empty.");
  expect(onClose).not.toHaveBeenCalled();
  await user.type(field, "  New title ");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.keyboard("{Enter}");
  expect(onSave).toHaveBeenCalledExactlyOnceWith("New title");
  expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
  cleanup();

  const given = { onSave: vi.fn(), onClose: vi.fn() };
  render(<TitleEditor title="Old" {...given} />);
  await user.type(screen.getByRole("textbox"), "x{Escape}");
  expect(given.onSave).not.toHaveBeenCalled();
  expect(given.onClose).toHaveBeenCalledExactlyOnceWith(true);
});

test("without the star action there is no star button, but an existing star is shown", () => {
  for (const Cell of [ItemCard, ItemRow]) {
    render(
      <Cell
        item={{ ...item, favorite: true }}
        isCurrent
        isRenaming={false}
        isSelected={false}
        isPicking={false}
        isEager={false}
        {...actions()}
        onStar={undefined}
      />,
    );
    expect(screen.queryByRole("button", { name: "Star Totals disagree" })).toBeNull();
    expect(screen.getByLabelText("Starred")).toBeDefined();
    cleanup();
  }
});
