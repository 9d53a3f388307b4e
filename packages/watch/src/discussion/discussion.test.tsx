import { ApiError } from "@stillreel/client";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Comment, PlayerHandle } from "../core/index.ts";
import { UNDO_MS } from "./comment-remover.ts";
import { comment, MIRA, serverWith, texts } from "./discussion.fixture.ts";
import { createDiscussionStore } from "./discussion-store.ts";
import { Discussion } from "./discussion.tsx";
import type { DiscussionProps } from "./discussion.types.ts";
import { PicturePins } from "./picture-pins.tsx";

/** A player double with a settable time. */
function playerAt(time: number): PlayerHandle & { time: number } {
  const listeners = new Set<() => void>();
  return {
    time,
    duration: 60,
    isPlaying: true,
    seek: vi.fn(function seek(this: void, seconds: number) {
      player.time = seconds;
      for (const listener of listeners) listener();
    }),
    play: vi.fn(),
    pause: vi.fn(),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as typeof player;
}
let player = playerAt(0);

async function open(first: Comment[], more: Partial<DiscussionProps> = {}, pageSize?: number) {
  const { api, state } = serverWith(first, pageSize);
  const store = createDiscussionStore(api);
  const props: DiscussionProps = {
    store,
    viewer: MIRA,
    type: "video",
    handle: null,
    canComment: true,
    texts,
    requestSignIn: async () => false,
    now: () => Date.parse("2026-11-21T14:00:00.000Z"),
    ...more,
  };
  const view = render(<Discussion {...props} />);
  await act(() => store.refresh());
  return {
    api,
    state,
    store,
    props,
    view,
    user: userEvent.setup(vi.isFakeTimers() ? { advanceTimers: vi.advanceTimersByTime.bind(vi) } : {}),
  };
}
const field = () => screen.getByRole("textbox", { name: "Write a comment" });
const row = (text: string) => screen.getByText(text).closest("li") as HTMLElement;

beforeEach(() => {
  player = playerAt(0);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("comments stand with their answers, age, second, names and addresses; nothing in them is markup", async () => {
  await open(
    [
      comment("a", { text: "<b>Bold</b> see https://lumen.example/plan. @Mira Halvorsen", at: 134, mentions: [MIRA], edited: true }),
      comment("b", { parentId: "a", author: MIRA }),
    ],
    { handle: player },
  );
  const first = row("Text of b").parentElement?.closest("li") as HTMLElement;
  expect(first.textContent).toContain("<b>Bold</b> see ");
  expect(within(first).getAllByText("2 h · edited")).toHaveLength(1);
  const link = within(first).getByRole("link");
  expect([link.textContent, link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
    "https://lumen.example/plan",
    "https://lumen.example/plan",
    "noopener noreferrer nofollow ugc",
  ]);
  await userEvent.click(within(first).getByRole("button", { name: "Go to 2:14" }));
  expect(player.seek).toHaveBeenCalledWith(134);
  expect(first.dataset["current"]).toBe("true");
});

test("a comment belongs to the second from 0:03 on, pauses the player with its first letter, and is shown immediately", async () => {
  player = playerAt(14.7);
  const { user, api } = await open([], { handle: player });
  expect(screen.getByRole("heading", { name: "No comments yet" })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  await user.type(field(), "Nice");
  expect(player.pause).toHaveBeenCalledTimes(1);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenCalledWith({ text: "Nice", at: 14, parentId: null, mentions: [] }));
  expect(row("Nice")).toBeDefined();
  expect((field() as HTMLTextAreaElement).value).toBe("");
});

test("a comment in the first seconds has no time, unless the user chooses one", async () => {
  player = playerAt(1);
  const { user, api } = await open([], { handle: player });
  await user.type(field(), "All of it{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenLastCalledWith(expect.objectContaining({ at: null })));
  await user.click(screen.getByRole("checkbox"));
  await user.type(field(), "This{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenLastCalledWith(expect.objectContaining({ at: 1 })));
});

test("a failed comment shows an error and restores its text; an empty comment is not sent", async () => {
  const { user, api } = await open([]);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByRole("alert").textContent).toBe("The comment cannot be empty.");
  api.create.mockRejectedValueOnce(new ApiError({ status: 0, code: "offline", message: "no" }));
  await user.type(field(), "Keep me");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("Comments currently unavailable.");
  expect((field() as HTMLTextAreaElement).value).toBe("Keep me");
  expect(screen.queryAllByText("Keep me").filter((node) => node.tagName !== "TEXTAREA")).toEqual([]);
});

test("a visitor's comment is sent after sign-in, and stays in the field if sign-in is cancelled", async () => {
  const requestSignIn = vi.fn(async () => false);
  const { user, api } = await open([], { viewer: null, requestSignIn });
  await user.type(field(), "Hello");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(requestSignIn).toHaveBeenCalledTimes(1));
  expect(api.create).not.toHaveBeenCalled();
  expect((field() as HTMLTextAreaElement).value).toBe("Hello");
  requestSignIn.mockResolvedValueOnce(true);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(api.create).toHaveBeenCalledTimes(1));
});

test("@ offers users; the chosen one is mentioned in the text and the request", async () => {
  const { user, api } = await open([]);
  await user.type(field(), "Ask @le");
  const option = await screen.findByRole("option", { name: "Leila Haddad" });
  expect(option.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect((field() as HTMLTextAreaElement).value).toBe("Ask @Leila Haddad ");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(api.create).toHaveBeenCalledWith({ text: "Ask @Leila Haddad", at: null, parentId: null, mentions: ["leila"] }),
  );
});

test("the counter appears near the end, and too much is not sent", async () => {
  const { user, api } = await open([]);
  await user.click(field());
  await user.paste("x".repeat(1_801));
  expect(screen.getByText("1801 / 2000")).toBeDefined();
  await user.paste("x".repeat(200));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(api.create).not.toHaveBeenCalled();
});

test("the author edits a comment inline; it is marked as edited; a failed edit changes nothing", async () => {
  const { user, api } = await open([comment("a", { author: MIRA, canEdit: true, canDelete: true })]);
  const edit = async (): Promise<HTMLElement> => {
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Edit" }));
    return screen.getByRole("textbox", { name: "Edit your comment" });
  };
  await user.clear(await edit());
  await user.type(screen.getByRole("textbox", { name: "Edit your comment" }), "Better");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/edited/u);
  expect(row("Better")).toBeDefined();
  api.update.mockRejectedValueOnce(new ApiError({ status: 403, code: "forbidden", message: "Insufficient permissions!" }));
  await user.type(await edit(), " still");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Insufficient permissions!");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(row("Better")).toBeDefined();
});

test("a deletion can be undone for a while; only then is it sent to the server", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, api } = await open([comment("a", { canDelete: true }), comment("b", { parentId: "a" })]);
  const remove = async (): Promise<void> => {
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  };
  await remove();
  expect(screen.queryByText("Text of b")).toBeNull();
  const undo = screen.getByRole("button", { name: "Undo" });
  expect(document.activeElement).toBe(undo);
  await user.click(undo);
  expect(screen.getByText("Text of b")).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 1));
  expect(api.remove).not.toHaveBeenCalled();
  await remove();
  await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 1));
  expect(api.remove).toHaveBeenCalledWith("a", false);
  expect(screen.queryByText("Text of a")).toBeNull();
  expect(screen.getByRole("heading", { name: "No comments yet" })).toBeDefined();
});

test("a deleted comment is deleted on the server when the page closes before the undo time ends", async () => {
  const { store, api } = await open([comment("a", { canDelete: true })]);
  act(() => store.remove("a"));
  await act(async () => store.settle(true));
  expect(api.remove).toHaveBeenCalledWith("a", true);
});

test("likes and reactions are shown immediately and reverted when refused", async () => {
  const { user, api } = await open([comment("a", { reactions: [{ emoji: "🎉", count: 2, mine: false }] })]);
  await user.click(screen.getByRole("button", { name: "Like" }));
  expect(api.react).toHaveBeenCalledWith("a", "👍");
  await waitFor(() => expect(screen.getByRole("button", { name: "Like, 1 so far" }).getAttribute("aria-pressed")).toBe("true"));
  cleanup();
  const again = await open([comment("a", { reactions: [{ emoji: "🎉", count: 2, mine: false }] })]);
  again.api.react.mockRejectedValueOnce(new ApiError({ status: 429, code: "too-many-requests", message: "Too many attempts." }));
  await again.user.click(screen.getByRole("button", { name: "🎉, 2 so far" }));
  await screen.findByText("Too many attempts.");
  expect(screen.getByRole("button", { name: "🎉, 2 so far" }).getAttribute("aria-pressed")).toBe("false");
});

test("the picker is walked by arrows and closed by Escape", async () => {
  const { user, api } = await open([comment("a")]);
  await user.click(screen.getByRole("button", { name: "Add a reaction" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Thumbs up");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a reaction" }));
  await user.keyboard("{Enter}{ArrowRight}{ArrowDown}{Enter}");
  expect(api.react).toHaveBeenCalledWith("a", "💯");
});

test("comments are ordered by their time in the video, those without a time follow by age, and replies follow their comment", async () => {
  await open([
    comment("late", { at: 71 }),
    comment("first-general"),
    comment("early", { at: 12 }),
    comment("reply", { parentId: "late" }),
    comment("second-general"),
    comment("early-too", { at: 12 }),
  ]);
  expect(screen.getAllByRole("listitem").map(({ id }) => id.slice("comment-".length))).toEqual([
    "early",
    "early-too",
    "late",
    "reply",
    "first-general",
    "second-general",
  ]);
});

test("a new comment is inserted at its time and scrolled into view", async () => {
  player = playerAt(14);
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const { user } = await open([comment("early", { at: 3 }), comment("late", { at: 50 })], { handle: player });
  await user.type(field(), "Between{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(screen.getAllByRole("listitem").map(({ id }) => id)).toEqual(["comment-early", "comment-new-1", "comment-late"]),
  );
  expect(scrolled.mock.contexts.map((row) => (row as Element).textContent)).toEqual([expect.stringContaining("Between")]);
});

test("phones show the button Send without its text, which remains its name", async () => {
  await open([]);
  const button = screen.getByRole("button", { name: "Send" });
  expect(within(button).getByText("Send").className).toBe(VISUALLY_HIDDEN.phone);
});

test("an answer hangs below its comment", async () => {
  const { user, api } = await open([comment("a")]);
  await user.click(screen.getByRole("button", { name: "Reply" }));
  await user.type(screen.getByRole("textbox", { name: "Reply to Leila Haddad" }), "Yes{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenCalledWith({ text: "Yes", at: null, parentId: "a", mentions: [] }));
  expect(row("Yes").parentElement?.closest("li")).toBe(row("Text of a"));
});

test("long lists come page by page, and stay whole when they are read again", async () => {
  const { user, store, state } = await open(
    ["a", "b", "c"].map((id) => comment(id)),
    {},
    2,
  );
  expect(screen.queryByText("Text of c")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show newer comments" }));
  expect(await screen.findByText("Text of c")).toBeDefined();
  state.comments = [...state.comments.slice(1), comment("d")];
  await act(() => store.refresh());
  expect(screen.getAllByRole("listitem").map((item) => item.id)).toEqual(["comment-b", "comment-c", "comment-d"]);
});

test("a failed load shows an error with a retry; comments that are visible stay visible", async () => {
  const { api, store, user } = await open([comment("a")]);
  api.list.mockRejectedValueOnce(new Error("away"));
  await act(() => store.refresh());
  expect(screen.getByText("Text of a")).toBeDefined();
  cleanup();
  const broken = serverWith([comment("a")]);
  broken.api.list.mockRejectedValueOnce(new Error("away"));
  const other = createDiscussionStore(broken.api);
  render(<Discussion store={other} viewer={null} type="image" canComment={false} texts={texts} requestSignIn={async () => false} />);
  await act(() => other.refresh());
  expect(screen.getByRole("alert").textContent).toContain("Comments currently unavailable.");
  expect(screen.getByText("Comments are closed.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Text of a")).toBeDefined();
});

test("on a picture comments are pinned: a point is chosen by keys, and pins lead to what was said", async () => {
  const { store, props, view, user, api } = await open([comment("a", { at: { x: 0.25, y: 0.5 } })], { type: "image" });
  view.rerender(
    <>
      <Discussion {...props} />
      <PicturePins store={store} texts={texts} />
    </>,
  );
  await user.click(screen.getByRole("button", { name: "Comment 1 by Leila Haddad" }));
  expect(row("Text of a").dataset["current"]).toBe("true");
  expect(document.activeElement).toBe(row("Text of a"));
  await user.click(screen.getByRole("button", { name: "Choose a spot" }));
  await user.keyboard("{ArrowRight}{ArrowDown}{Enter}");
  expect(document.activeElement).toBe(field());
  await user.keyboard("Here{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenCalledTimes(1));
  const at = api.create.mock.calls[0]?.[0].at as { x: number; y: number } | undefined;
  expect([at?.x.toFixed(2), at?.y.toFixed(2)]).toEqual(["0.52", "0.52"]);
});

test("pins can be hidden, except the one of the highlighted comment", async () => {
  const pinned = [comment("a", { at: { x: 0.25, y: 0.5 } }), comment("b", { at: { x: 0.75, y: 0.5 } })];
  const { store, props, view, user } = await open(pinned, { type: "image" });
  view.rerender(
    <>
      <Discussion {...props} />
      <PicturePins store={store} texts={texts} />
    </>,
  );
  const pins = (): (string | null)[] => screen.queryAllByRole("button", { name: /^Comment \d/u }).map((pin) => pin.textContent);
  expect(pins()).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Hide pins" }));
  expect(pins()).toEqual([]);
  act(() => store.point("b"));
  expect(pins()).toEqual(["2Comment 2 by Leila Haddad"]);
  await user.click(screen.getByRole("button", { name: "Show pins" }));
  expect(pins()).toHaveLength(2);
});

test("a link to a comment opens its reply form, or that of the comment above an answer, on a later page too", async () => {
  const comments = [comment("a"), comment("b"), comment("c", { parentId: "b" }), comment("d")];
  const { api, user } = await open(comments, { replyTo: "c" }, 2);
  const form = await screen.findByRole("form", { name: "Reply to Leila Haddad" });
  expect(form.closest("li")?.id).toBe("comment-b");
  expect(document.activeElement?.closest("form")).toBe(form);
  expect(api.list).toHaveBeenCalledTimes(2);
  await user.keyboard("Thank you{Control>}{Enter}{/Control}");
  await waitFor(() => expect(api.create).toHaveBeenCalledWith(expect.objectContaining({ text: "Thank you", parentId: "b" })));
  await waitFor(() => expect(screen.queryByRole("form", { name: "Reply to Leila Haddad" })).toBeNull());
});

test("a link to a comment opens no form where comments are closed, and asks for a page that fails only once", async () => {
  await open([comment("a")], { replyTo: "a", canComment: false });
  expect(screen.queryByRole("form", { name: "Reply to Leila Haddad" })).toBeNull();
  cleanup();
  const { api, store } = await open([comment("a"), comment("b")], { replyTo: "gone" }, 1);
  await waitFor(() => expect(store.getState().hasMore).toBe(false));
  expect(api.list).toHaveBeenCalledTimes(2);
});

test("a comment on a removed part of the video says so", async () => {
  await open([comment("a", { at: 3, isCut: true }), comment("b", { at: 4 })]);
  expect(within(row("Text of a")).getByText(/on a removed part/u)).toBeTruthy();
  expect(within(row("Text of b")).queryByText(/on a removed part/u)).toBeNull();
});
