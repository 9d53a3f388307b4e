import { z } from "zod";
import { type VendorAccess, type VendorAnswer, VendorError } from "../../people/connections/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { patiently } from "./vendor-wait.ts";

const Named = z.array(z.object({ id: z.string(), name: z.string() }));
const Card = z.object({ id: z.string(), url: z.string() });

/** Largest file of a free workspace. Larger ones are refused there, so the card has the link only. */
export const CARD_FILE_BYTES_MAX = 10 * 1024 ** 2;

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("trello", "unreachable", { answer });
  return parsed.data;
}

/** Trello answers 400 for a list that was deleted or archived. */
function goneList(error: unknown): unknown {
  if (!(error instanceof VendorError) || !/invalid value for idList/u.test(error.answer?.text ?? "")) return error;
  return new VendorError("trello", "gone", { message: "This list no longer exists at Trello. Please select all options.", cause: error });
}

/** Creates cards by Trello's REST API (developer.atlassian.com/cloud/trello/rest). */
export function createTrelloSender({ TRELLO_API_URL }: Pick<Config, "TRELLO_API_URL">) {
  const at = (path: string): string => `${TRELLO_API_URL}/1/${path}`;
  const get = async (access: VendorAccess, path: string) => read(Named, await patiently(() => access.request({ url: at(path) })));
  const attachments = (cardId: string): string => at(`cards/${encodeURIComponent(cardId)}/attachments`);
  const headers = { "content-type": "application/json" };

  return {
    boards: (access: VendorAccess) => get(access, "members/me/boards?filter=open&fields=id,name"),
    lists: (access: VendorAccess, boardId: string) => get(access, `boards/${encodeURIComponent(boardId)}/lists?filter=open&fields=id,name`),

    async create(access: VendorAccess, card: { idList: string; name: string; desc: string }): Promise<z.output<typeof Card>> {
      const body = JSON.stringify({ ...card, pos: "bottom" });
      try {
        return read(Card, await patiently(() => access.request({ method: "POST", url: at("cards"), headers, body })));
      } catch (error) {
        throw goneList(error);
      }
    },

    async attachLink(access: VendorAccess, cardId: string, link: { url: string; name: string }): Promise<void> {
      await access.request({ method: "POST", url: attachments(cardId), headers, body: JSON.stringify(link) });
    },

    async attach(access: VendorAccess, cardId: string, file: File): Promise<void> {
      const body = new FormData();
      body.append("file", file);
      body.append("name", file.name);
      body.append("mimeType", file.type);
      await access.request({ method: "POST", url: attachments(cardId), body, timeoutMs: 60_000 });
    },
  };
}

export type TrelloSender = ReturnType<typeof createTrelloSender>;
