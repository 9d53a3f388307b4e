import {
  createBoard,
  getBoard,
  getEdits,
  getUserData,
  isSameFrame,
  listBoardImages,
  putEdits,
  renderEdits,
  setFileRight,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs } from "./support/library-page.ts";
import { registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { join, makeWorkspace } from "./support/team.ts";

const stage = setStage();

test("the frame that a video shows is put onto a board with a link to its time, and only people with access see it", async () => {
  const owner = await registerPerson(stage.server.url, "Olga Owner");
  const member = await registerPerson(stage.server.url, "Mina Member");
  const workspaceId = await makeWorkspace(owner, "Lumen Transit");
  await join(owner, workspaceId, member);
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 4 }))], { type: "video/mp4" }), "Harbour.mp4");
  const { id: itemId } = await owner.client.call(uploadVideo, { params: { workspaceId }, body });
  const { id: boardId } = await owner.client.call(createBoard, { body: { title: "Frames", workspaceId } });
  const { id } = await member.client.call(getUserData);
  const none = { id, permissionType: "member", permissionItemType: "file", read: false, write: false } as const;
  await owner.client.call(setFileRight, { params: { workspaceId, itemId }, body: none });
  const mine = await openAs(stage.browser, stage.server.url, owner);
  await mine.goto(`${stage.server.url}/w/${workspaceId}/videos/${itemId}?t=2`);
  const position = () =>
    mine
      .locator("video")
      .first()
      .evaluate((element) => (element as HTMLVideoElement).readyState >= 2 && (element as HTMLVideoElement).currentTime);
  await expect.poll(position, { timeout: 60_000 }).toBe(2);
  await mine.getByRole("button", { name: "More", exact: true }).click();
  await mine.getByRole("menuitem", { name: "Add to whiteboard" }).click();
  const dialog = mine.getByRole("dialog");
  await dialog.getByText("The frame at 0:02 is added.", { exact: false }).waitFor();
  expect(await accessibilityFaults(mine)).toEqual([]);
  await dialog.getByRole("button", { name: "Frames" }).click();
  await mine.getByText("Added to Frames").waitFor();
  const [frame] = (await owner.client.call(getBoard, { params: { boardId } })).document.elements;
  expect(frame).toMatchObject({
    type: "image",
    customData: { itemId, at: 2 },
    link: `/w/${workspaceId}/videos/${itemId}?t=2`,
    fileId: expect.stringMatching(new RegExp(`^frame_${itemId}_`, "u")),
  });
  const theirs = await openAs(stage.browser, stage.server.url, member);
  const loaded = mine.waitForResponse((response) => response.url().includes("/media/") && response.ok());
  for (const page of [mine, theirs]) await page.goto(`${stage.server.url}/w/${workspaceId}/boards/${boardId}`);
  await loaded;
  await mine.getByRole("button", { name: "Play Harbour" }).waitFor();
  await theirs.getByText("You can't open this item").waitFor();
  await theirs.getByRole("button", { name: "Ask for access" }).waitFor();
  // The video is edited while the board is open: it loads the same frame of the new version.
  const sizes: number[] = [];
  mine.on("response", (response) => {
    if (response.url().includes("/media/"))
      void response.body().then(
        ({ length }) => sizes.push(length),
        () => undefined,
      );
  });
  const { version, document } = await owner.client.call(getEdits, { params: { itemId } });
  const cut = { ...document, clips: [{ start: 1, end: 4 }] };
  await owner.client.call(putEdits, { params: { itemId }, body: { version, document: cut } });
  await owner.client.call(renderEdits, { params: { itemId }, body: { as: "same" } });
  const taken = frame?.fileId ?? "";
  const followed = async () => {
    const { images } = await owner.client.call(listBoardImages, { params: { boardId } });
    return images.find(({ fileId }) => fileId !== taken && isSameFrame(fileId, taken))?.size ?? 0;
  };
  await expect.poll(followed, { timeout: 90_000 }).toBeGreaterThan(0);
  const size = await followed();
  await expect.poll(() => sizes, { timeout: 20_000 }).toContain(size);
}, 300_000);
