import type { AiService } from "./speech.port.ts";

/** A chat service. */
export interface Chat {
  /** Returns the JSON text that the model wrote. `system` names the task, `user` contains the data. @throws AiError */
  complete(service: AiService, prompt: { system: string; user: string }, signal?: AbortSignal): Promise<string>;
}
