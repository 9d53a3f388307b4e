import { Readable } from "node:stream";
import { z } from "zod";
import { sendToVendor, type VendorAccess, type VendorAnswer, VendorError } from "../../people/connections/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { OutgoingFile } from "./sends.source.ts";
import { patiently } from "./vendor-wait.ts";

/** A channel as Slack describes it. */
const Channel = z.object({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().default(false),
  num_members: z.int().optional(),
  topic: z.object({ value: z.string() }).optional(),
});
export type SlackChannel = z.output<typeof Channel>;

const Page = z.object({
  channels: z.array(Channel),
  response_metadata: z.object({ next_cursor: z.string().default("") }).optional(),
});
const Posted = z.object({ channel: z.string(), ts: z.string() });
const Upload = z.object({ upload_url: z.string(), file_id: z.string() });
const Completed = z.object({ files: z.array(z.object({ permalink: z.string().optional() })) });

/** Channels of a page; Slack advises at most 200, and permits 999. */
const PAGE = 999;
/** Maximum time in milliseconds for the bytes of a file. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Sentences for Slack's words about a channel or file. */
const SENTENCES: Record<string, string> = {
  channel_not_found: "This channel no longer exists in Slack, or the app was removed from it. Please select a channel.",
  is_archived: "This channel is archived. Please select a channel.",
  not_in_channel: "The app is not a member of this private channel. Invite it there, then send again.",
  restricted_action: "The settings of this Slack workspace do not allow the app to write to this channel.",
  posting_to_channel_denied: "The settings of this Slack workspace do not allow the app to write to this channel.",
  file_uploads_disabled: "This Slack workspace does not allow files. Send the link only.",
  file_uploads_except_images_disabled: "This Slack workspace allows images only. Send the link only.",
  file_type_not_allowed: "This Slack workspace does not allow files of this type. Send the link only.",
  file_upload_size_restricted: "This file is larger than this Slack workspace allows. Send the link only.",
};

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("slack", "unreachable", { answer });
  return parsed.data;
}

/** Returns a failure with the sentence for Slack's word. */
function explained(error: unknown): unknown {
  const message = error instanceof VendorError ? SENTENCES[error.vendorCode] : undefined;
  if (!(error instanceof VendorError) || message === undefined) return error;
  return new VendorError("slack", error.kind, { vendorCode: error.vendorCode, message, cause: error });
}

/** Returns whether bytes may go to an address that Slack named. */
function isOfSlack(address: string, base: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname } = new URL(address);
  return origin === new URL(base).origin || (protocol === "https:" && hostname.endsWith(".slack.com"));
}

const isNotMember = (error: unknown): boolean => error instanceof VendorError && error.vendorCode === "not_in_channel";

/** Sends messages and files by Slack's Web API (docs.slack.dev/reference/methods). */
export function createSlackSender({ SLACK_BASE_URL }: Pick<Config, "SLACK_BASE_URL">, { storage }: Pick<Ports, "storage">) {
  const call = async (access: VendorAccess, method: string, values: Record<string, string>): Promise<VendorAnswer> =>
    patiently(() => access.request({ method: "POST", url: `${SLACK_BASE_URL}/api/${method}`, body: new URLSearchParams(values) }));

  /** Repeats a request after the app has joined the channel. Private channels cannot be joined. */
  async function asMember<T>(access: VendorAccess, channel: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isNotMember(error)) throw error;
      await call(access, "conversations.join", { channel }).catch(() => {
        throw error;
      });
      return work();
    }
  }

  async function upload(access: VendorAccess, { name, sizeBytes, storageKey }: OutgoingFile): Promise<string> {
    const answer = await call(access, "files.getUploadURLExternal", { filename: name, length: String(sizeBytes) });
    const { upload_url: url, file_id: id } = read(Upload, answer);
    if (!isOfSlack(url, SLACK_BASE_URL)) throw new VendorError("slack", "unreachable", { answer });
    const { stream } = await storage.get(storageKey);
    // The address itself is the permission, so the request has no token.
    const stored = await sendToVendor("slack", {
      method: "POST",
      url,
      headers: { "content-type": "application/octet-stream", "content-length": String(sizeBytes) },
      body: Readable.toWeb(stream) as ReadableStream,
      timeoutMs: FILE_TIMEOUT_MS,
    });
    if (stored.status !== 200) throw new VendorError("slack", "unreachable", { answer: stored });
    return id;
  }

  return {
    /** Returns one page of the channels that are not archived, and the cursor of the next one, or null. */
    async channelPage(access: VendorAccess, cursor: string | null): Promise<{ channels: SlackChannel[]; next: string | null }> {
      const types = "public_channel,private_channel";
      // Slack reads an empty cursor as the first page.
      const values = { types, exclude_archived: "true", limit: String(PAGE), cursor: cursor ?? "" };
      const answer = await call(access, "conversations.list", values);
      const { channels, response_metadata: meta } = read(Page, answer);
      return { channels, next: meta?.next_cursor ? meta.next_cursor : null };
    },

    /** Posts a message. Returns its address, or null when the address of the chat workspace is unknown. */
    async post(access: VendorAccess, channel: string, text: string): Promise<string | null> {
      const values = { channel, text, unfurl_links: "true", unfurl_media: "true" };
      try {
        const posted = read(Posted, await asMember(access, channel, () => call(access, "chat.postMessage", values)));
        const site = access.account.details["url"];
        return site ? `${site}archives/${posted.channel}/p${posted.ts.replace(".", "")}` : null;
      } catch (error) {
        throw explained(error);
      }
    },

    /** Uploads a file to a channel with a message. Returns the address of the file. */
    async postFile(access: VendorAccess, channel: string, text: string, file: OutgoingFile): Promise<string | null> {
      try {
        const files = JSON.stringify([{ id: await upload(access, file), title: file.name }]);
        const values = { files, channel_id: channel, initial_comment: text };
        const answer = await asMember(access, channel, () => call(access, "files.completeUploadExternal", values));
        return read(Completed, answer).files[0]?.permalink ?? null;
      } catch (error) {
        throw explained(error);
      }
    },
  };
}

export type SlackSender = ReturnType<typeof createSlackSender>;
