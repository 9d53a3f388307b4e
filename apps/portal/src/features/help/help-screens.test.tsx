import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDialog } from "../../platform/dialogs.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { ArticleScreen } from "./article.screen.tsx";
import { ARTICLES } from "./articles.ts";
import { CHANGES } from "./changes.ts";
import { HelpScreen } from "./help.screen.tsx";
import { hasNewChanges, NEWEST_CHANGE } from "./seen-changes.ts";

fakeServer();

const SCREENS = {
  "/help": HelpScreen,
  "/help/$article": ArticleScreen,
  "/trash": () => <h1>Trash</h1>,
  "/images": () => <h1>Library</h1>,
};

test("the help centre focuses its search and lists every article in one of six topics", async () => {
  openScreens(SCREENS, ["/help"]);
  expect(await screen.findByRole("searchbox", { name: "Search help" })).toBe(document.activeElement);
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(6);
  for (const { title } of ARTICLES) expect(screen.getAllByRole("link", { name: title }).length).toBeGreaterThan(0);
});

test("typing shows matching articles with a sentence, and Enter opens the first one", async () => {
  const { user, history } = openScreens(SCREENS, ["/help"]);
  await user.type(await screen.findByRole("searchbox"), "expire link");
  const found = (await screen.findByText(/Let a link expire/u)).closest("a");
  expect(found?.getAttribute("href")).toBe("/help/share-links#let-a-link-expire");
  expect(found?.querySelector("mark")?.textContent).toBe("link");
  expect(history.location.search).toBe("?q=expire+link");
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Share links" });
  expect(history.location.pathname).toBe("/help/share-links");
});

test("a search without a result is reported", async () => {
  openScreens(SCREENS, ["/help?q=zzz"]);
  expect((await screen.findByRole("heading", { name: 'Nothing matches "zzz"' })).textContent).toBe('Nothing matches "zzz"');
});

test("an article has its contents and the next article, and an unknown one does not exist", async () => {
  const { history } = openScreens(SCREENS, ["/help/trash"]);
  const contents = await screen.findByRole("navigation", { name: "On this page" });
  expect(within(contents).getByRole("link", { name: "Restore later" }).getAttribute("href")).toBe("#restore-later");
  expect(screen.getByRole("heading", { level: 2, name: "Restore later" }).id).toBe("restore-later");
  expect(screen.getByRole("link", { name: /Next article.*Start your own server/u })).toBeTruthy();
  act(() => history.push("/help/nothing"));
  await screen.findByRole("heading", { name: "This link doesn't work" });
});

test("the panel shows the article that fits the page, follows its links, and Escape closes it", async () => {
  const { user, settled } = openScreens(SCREENS, ["/trash"]);
  await settled();
  act(() => openDialog("help-panel", { shows: "article" }));
  const panel = await screen.findByRole("complementary", { name: "Help" });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await within(panel).findByRole("heading", { name: "Trash and how long things stay" });
  expect(screen.getByRole("heading", { level: 1, name: "Trash" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

test("a link to an article within the panel opens there", async () => {
  const { user, history, settled } = openScreens(SCREENS, ["/images"]);
  await settled();
  act(() => openDialog("help-panel", { shows: "article" }));
  const panel = await screen.findByRole("complementary", { name: "Help" });
  await user.click(await within(panel).findByRole("button", { name: "Share links" }));
  await within(panel).findByRole("heading", { name: "Share links" });
  expect(history.location.pathname).toBe("/images");
  await user.click(within(panel).getByRole("button", { name: "Close help" }));
});

test("What's New lists its entries, newest first, ends with those of 2022, and is no longer new", async () => {
  const { user } = openScreens(SCREENS, ["/images"]);
  expect(hasNewChanges()).toBe(true);
  act(() => openDialog("help-panel", { shows: "changes" }));
  const panel = await screen.findByRole("complementary", { name: "What's New" });
  const days = [...panel.querySelectorAll("time")].map((time) => time.textContent);
  expect(days.slice(-2)).toEqual(["Dec 01, 2022", "May 01, 2022"]);
  const dates = CHANGES.map(({ day }) => day);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(dates[0]).toBe(NEWEST_CHANGE);
  expect(hasNewChanges()).toBe(false);
  await user.click(within(panel).getByRole("button", { name: "Close What's New" }));
});
