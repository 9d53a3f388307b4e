import { json, objectOf, startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from "./vendor-server.ts";

/** A message of a request. */
interface ChatMessage {
  role: string;
  content: string;
}

/** An OpenAI-compatible chat service. */
export interface ChatDouble extends VendorServer {
  /** The messages of all requests, oldest first. */
  asked: ChatMessage[][];
  /** Key that requests must bring; null for none. */
  key: string | null;
  /** Whether the service knows `response_format`. */
  knowsFormat: boolean;
  /** Returns the text of the model. */
  reply: (messages: ChatMessage[]) => string;
}

/** Starts the service. It suggests the first line of the text as the title. */
export async function startChatService(): Promise<ChatDouble> {
  const asked: ChatMessage[][] = [];

  function answer(request: VendorRequest): VendorReply {
    const refuse = (status: number, message: string): VendorReply => json(status, { error: { message, type: "invalid_request_error" } });
    if (request.path !== "/v1/chat/completions") return refuse(404, `Invalid URL (POST ${request.path})`);
    if (double.key !== null && request.headers.authorization !== `Bearer ${double.key}`) return refuse(401, "Incorrect API key provided.");
    const { model, messages, response_format: format } = objectOf(request);
    if (typeof model !== "string" || !Array.isArray(messages)) return refuse(400, "you must provide a model parameter");
    if (format !== undefined && !double.knowsFormat) return refuse(400, "Unknown parameter: response_format");
    asked.push(messages as ChatMessage[]);
    return json(200, {
      id: `chatcmpl-${asked.length}`,
      object: "chat.completion",
      model,
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: double.reply(messages as ChatMessage[]) } }],
    });
  }

  const server = await startVendorServer(answer);
  const double: ChatDouble = {
    ...server,
    asked,
    key: null,
    knowsFormat: true,
    reply: (messages) => {
      const lines = (messages.at(-1)?.content ?? "").split("\n");
      const title = (lines[0] ?? "").replace(/^\[\d+\] /u, "").slice(0, 60) || "Video";
      return JSON.stringify({ title, summary: `It has ${lines.length} lines.`, chapters: [] });
    },
  };
  return double;
}
