import { isApiError } from "@stillreel/client";
import type { EditDocument } from "@stillreel/contract";
import type { VideoEditor } from "@stillreel/video-editor/core";

/** Where the current edits are stored. `failed`: the server refuses them, with a reason. */
export type DraftState = "saved" | "saving" | "offline" | "conflict" | "failed";

/** Delay after a change before it is sent. A drag changes the document in every frame. */
const SEND_DELAY_MS = 700;
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 30_000] as const;

/** Where drafts are stored. */
export interface DraftPorts {
  /** Stores edits on the server. @throws ApiError */
  send(version: number, document: EditDocument): Promise<{ version: number }>;
  /** Stores edits in this browser until the server has them. */
  store(version: number, document: EditDocument): Promise<unknown>;
  /** Deletes the edits in this browser. */
  forget(): Promise<unknown>;
}

/** Sends every change of an editor to the server, one at a time, and stores it in this browser until the server has it. */
export class DraftKeeper {
  readonly #editor: VideoEditor;
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  #version: number;
  #stored: EditDocument;
  #state: DraftState = "saved";
  #reason = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;
  #attempts = 0;

  constructor(editor: VideoEditor, version: number, stored: EditDocument, ports: DraftPorts) {
    this.#editor = editor;
    this.#version = version;
    this.#stored = stored;
    this.#ports = ports;
  }

  getState = (): DraftState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The version of the edits that the server has. */
  get version(): number {
    return this.#version;
  }

  /** Why the server refuses the edits. */
  get reason(): string {
    return this.#reason;
  }

  /** Starts to store changes. Returns the function that stops it. */
  start(): () => void {
    const stop = this.#editor.subscribe(() => this.#handleChange());
    const retry = (): void => void this.flush();
    const handleHidden = (): void => {
      if (document.hidden) void this.flush();
    };
    addEventListener("online", retry);
    document.addEventListener("visibilitychange", handleHidden);
    this.#handleChange();
    return () => {
      stop();
      removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", handleHidden);
      void this.flush();
      clearTimeout(this.#timer);
    };
  }

  #set(state: DraftState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #handleChange(): void {
    const { document: edits } = this.#editor.getState();
    if (edits === this.#stored || this.#state === "conflict") return;
    this.#set(this.#state === "offline" ? "offline" : "saving");
    this.#schedule(SEND_DELAY_MS);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delay);
  }

  /** Sends the current edits now. Returns whether the server has them afterwards. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (this.#state === "conflict") return false;
    const { document: edits } = this.#editor.getState();
    if (edits === this.#stored) return true;
    this.#sending = this.#send(edits);
    const isStored = await this.#sending;
    if (!isStored) return false;
    return this.#editor.getState().document === edits || this.flush();
  }

  async #send(edits: EditDocument): Promise<boolean> {
    // A browser without storage still sends.
    await this.#ports.store(this.#version, edits).catch(() => {});
    try {
      const { version } = await this.#ports.send(this.#version, edits);
      this.#version = version;
      this.#stored = edits;
      this.#attempts = 0;
      await this.#ports.forget();
      this.#set(this.#editor.getState().document === edits ? "saved" : "saving");
      return true;
    } catch (error) {
      this.#handleFailure(error);
      return false;
    } finally {
      this.#sending = null;
    }
  }

  #handleFailure(error: unknown): void {
    if (isApiError(error, "edit-conflict")) return this.#set("conflict");
    if (isApiError(error, "offline", "unavailable", "too-many-requests")) {
      this.#set("offline");
      this.#schedule(RETRY_MS[Math.min(this.#attempts, RETRY_MS.length - 1)] ?? 30_000);
      this.#attempts += 1;
      return undefined;
    }
    this.#reason = error instanceof Error ? error.message : "";
    return this.#set("failed");
  }

  /** Stops storing, because the server has edits that this editor does not know. */
  stop(): void {
    this.#set("conflict");
  }

  /** Continues after a conflict: the server has these edits as this version. */
  resolve(version: number, stored: EditDocument): void {
    this.#version = version;
    this.#stored = stored;
    this.#set("saved");
    this.#handleChange();
  }
}
