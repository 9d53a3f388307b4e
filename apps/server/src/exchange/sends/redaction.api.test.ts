import { API_BASE, createCard, createIssue, sendChatMessage } from "@stillreel/contract";
import { expectData, multipart } from "@stillreel/testing";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { setSendStage } from "./sends.fixture.ts";

const stage = setSendStage();
const filled = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
let itemId: string;
beforeAll(async () => {
  const { t, mira } = stage;
  const { id, refName } = await t.image<{ id: string; refName: string }>(mira, { bytes: await filled("#ff0000"), fileName: "Secret.png" });
  const file = { name: "blob", fileName: "Secret.png", type: "image/png", bytes: await filled("#000000") };
  const form = multipart({ refName, keepOriginal: "true" }, file);
  const request = { method: "PUT", url: `${API_BASE}/workspace/personal/files/image`, payload: form.payload } as const;
  expectData(await t.app.inject({ ...request, headers: { ...mira.headers, ...form.headers } }));
  await t.runJobs();
  itemId = id;
  for (const provider of ["slack", "jira", "trello"] as const) await connect(t, mira, provider);
});

/** Expects an image of the redaction's color only. */
async function expectRedacted(bytes: Uint8Array | null | undefined): Promise<void> {
  const { channels } = await sharp(bytes ?? Buffer.alloc(0)).stats();
  expect(Math.max(...channels.slice(0, 3).map(({ max }) => max))).toBe(0);
}

test("of an image with redactions, Slack gets only the flattened image", async () => {
  const { t, mira, vendors } = stage;
  (await t.call(sendChatMessage, { body: { itemId, channelId: "C000000001", withFile: true } }, mira)).data();
  await expectRedacted(vendors.slack.files.get(vendors.slack.messages.at(-1)?.fileIds[0] ?? "")?.bytes);
});

test("of an image with redactions, Jira gets only the flattened image", async () => {
  const { t, mira, vendors } = stage;
  const resourceId = vendors.atlassian.sites[0]?.id ?? "";
  const body = { itemId, resourceId, projectId: "10000", issueTypeId: "10001", title: "Secret" };
  const { key } = (await t.call(createIssue, { body }, mira)).data();
  await expectRedacted(vendors.atlassian.issues.get(key)?.attachments[0]?.bytes);
});

test("of an image with redactions, Trello gets only the flattened image", async () => {
  const { t, mira, vendors } = stage;
  const [board] = vendors.trello.boards;
  const body = { itemId, boardId: board?.id, listId: board?.lists[0]?.id, title: "Secret" };
  (await t.call(createCard, { body }, mira)).data();
  await expectRedacted([...vendors.trello.cards.values()].at(-1)?.attachments.find(({ isUpload }) => isUpload)?.bytes);
});
