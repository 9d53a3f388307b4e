import { createTeam, setFolderRight, trashItems } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { folderLink, itemCard, itemLink } from "./library-page.ts";
import type { Person } from "./people.ts";
import type { Screen } from "./screen.ts";
import { makeTeamFolder, uploadTo } from "./team.ts";

/** Data that the screens of a workspace's library need. */
interface Given {
  workspaceId: string;
  owner: Person;
  /** A plain member of it. */
  member: Person;
  memberId: string;
  /** A user outside the workspace. */
  stranger: Person;
}

/** Chooses an option of a menu. */
export const choose = async (page: Page, menu: string, entry: string): Promise<void> => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
};
/** Chooses an option of an item's menu, which is visible while the pointer is over the item. */
const chooseFor = async (page: Page, title: string, entry: string): Promise<void> => {
  await itemCard(page, title).hover();
  await choose(page, `More for ${title}`, entry);
};
/** Clicks the start of a member preview and waits for that member's list, which replaces the caller's. */
async function preview(page: Page, name: string): Promise<void> {
  const seen = page.waitForResponse((response) => /\/items\?.*\basMember=/u.test(response.url()) && response.ok());
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await seen;
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Exit preview" }).waitFor();
}
/** Opens the preview of the workspace as another member. */
async function previewFrom(page: Page, name: string): Promise<void> {
  await choose(page, "Workspace menu", "Preview as a member");
  await preview(page, name);
}

/** Lists the screens of a workspace's library: its lists and dialogs, access, other spaces, the preview as a member. */
// oxlint-disable-next-line max-lines-per-function -- a table of screens, with the data that they show
export async function workspaceLibraryScreens({ workspaceId, owner, member, memberId, stranger }: Given): Promise<Screen[]> {
  const { client } = owner;
  const params = { workspaceId };
  const folderId = await makeTeamFolder(owner, workspaceId, "Campaigns, autumn and winter");
  const emptyId = await makeTeamFolder(owner, workspaceId, "Yet to come", folderId);
  const itemId = await uploadTo(owner, workspaceId, "Poster with the long title that no card has room for", folderId);
  const binnedId = await uploadTo(owner, workspaceId, "Last year’s poster", folderId);
  await client.call(trashItems, { params, body: { itemIds: [binnedId] } as never });
  const { id: teamId } = await client.call(createTeam, { params, body: { name: "Print", members: [memberId] } });
  const right = { params: { ...params, itemId: folderId } };
  await client.call(setFolderRight, { ...right, body: { id: teamId, permissionType: "team", read: true, write: true } });
  await client.call(setFolderRight, { ...right, body: { id: memberId, permissionType: "member", read: true, write: false } });

  const at = (rest = ""): string => `/w/${workspaceId}${rest}`;
  const folder = { path: at(`/folder/${folderId}`), person: owner };
  const files = { path: at(), person: owner };
  const hero = { role: "link", name: "Homepage hero, option B" } as const;
  const poster = "Poster with the long title that no card has room for";
  return [
    { ...files, name: "team-files", landmark: hero },
    { ...files, name: "team-files-list", remembered: { "stillreel-files-layout": "list" }, landmark: hero },
    { ...folder, name: "team-folder", landmark: { role: "link", name: poster } },
    {
      name: "team-folder-empty",
      path: at(`/folder/${emptyId}`),
      person: owner,
      isVariant: true,
      landmark: { role: "heading", name: "This folder is empty" },
    },
    {
      name: "team-folder-hidden",
      path: at("/folder/01a00000-0000-7000-8000-000000000000"),
      person: member,
      isVariant: true,
      landmark: { role: "heading", name: "You can't see this folder" },
      isDeadEnd: true,
    },
    { name: "team-all", path: at("/all"), person: owner, isVariant: true, landmark: { role: "link", name: poster } },
    { name: "team-starred", path: at("/starred"), person: owner, isVariant: true, landmark: { role: "link", name: /Fare table/u } },
    {
      name: "team-shared",
      path: at("/shared"),
      person: owner,
      isVariant: true,
      landmark: { role: "heading", name: "Nothing shared by link yet" },
    },
    { name: "team-bin", path: at("/trash"), person: owner, landmark: { role: "link", name: "Last year’s poster" } },
    { name: "team-item", path: at(`/images/${itemId}`), person: owner, landmark: { role: "button", name: `Rename ${poster}` } },
    {
      ...files,
      name: "team-lost",
      person: stranger,
      isVariant: true,
      landmark: { role: "heading", name: "This link doesn't work" },
      isDeadEnd: true,
    },
    {
      ...files,
      name: "team-search",
      prepare: async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").fill("poster");
      },
      isVariant: true,
      landmark: { role: "option", name: /^Poster with/u },
    },
    {
      ...files,
      name: "access-folder",
      prepare: (page) => choose(page, "More for Campaigns, autumn and winter", "Access"),
      landmark: { role: "button", name: "Reset to inherited" },
    },
    {
      ...folder,
      name: "access-file",
      prepare: (page) => chooseFor(page, poster, "Access"),
      isVariant: true,
      landmark: { role: "button", name: "Everyone in Lumen Transit: None" },
    },
    {
      ...files,
      name: "access-seen-only",
      person: member,
      prepare: (page) => choose(page, "More for Campaigns, autumn and winter", "Access"),
      isVariant: true,
      landmark: { role: "row", name: /Everyone in Lumen Transit/u },
    },
    {
      ...files,
      name: "preview-choice",
      prepare: (page) => choose(page, "Workspace menu", "Preview as a member"),
      isVariant: true,
      landmark: { role: "button", name: /^Aiko Tanaka/u },
    },
    {
      ...files,
      name: "preview",
      prepare: (page) => previewFrom(page, "Aiko Tanaka"),
      landmark: { role: "button", name: "Exit preview" },
    },
    {
      ...files,
      name: "preview-folder",
      prepare: async (page) => {
        await previewFrom(page, "Aiko Tanaka");
        await folderLink(page, "Campaigns, autumn and winter").click();
        await page.waitForURL(`**${folder.path}**`);
      },
      isVariant: true,
      landmark: { role: "link", name: poster },
    },
    {
      ...folder,
      name: "preview-item",
      prepare: async (page) => {
        await chooseFor(page, poster, "Access");
        await preview(page, "Preview as Aiko Tanaka");
        await itemLink(page, poster).click();
      },
      landmark: { role: "heading", name: poster },
    },
    {
      ...files,
      name: "add-from-mine",
      prepare: async (page) => {
        await choose(page, "New", "Add from my library");
        await page.getByRole("checkbox", { name: "Quarterly totals" }).check();
      },
      landmark: { role: "button", name: "Add 1 item" },
    },
    {
      ...files,
      name: "transfer-move",
      prepare: (page) => chooseFor(page, "Homepage hero, option B", "Move or copy"),
      isVariant: true,
      landmark: { role: "button", name: "Move 1 image" },
    },
    {
      ...files,
      name: "transfer-copy",
      prepare: async (page) => {
        await chooseFor(page, "Homepage hero, option B", "Move or copy");
        await page.getByText("Copy", { exact: true }).click();
        await page.getByRole("combobox", { name: "Destination" }).selectOption({ label: "Lumen Transit" });
      },
      isVariant: true,
      landmark: { role: "treeitem", name: "Campaigns, autumn and winter" },
    },
  ];
}
