import { createHash } from "node:crypto";
import { ERRORS, type Lock, type Locker, type RequestRelease } from "@tus/utils";
import type { Pool, PoolClient } from "pg";

const CHANNEL = "stillreel_upload_release";
const RETRY_MS = 100;
/** Time limit for a holder to release the lock after a request. */
const WAIT_MS = 15_000;

interface Held {
  requestRelease: RequestRelease;
}

/** Returns the 64-bit key of an upload's advisory lock. */
const keyOf = (id: string): string => createHash("sha256").update(`upload:${id}`).digest().readBigInt64BE(0).toString();

/**
 * Ensures one writer per upload across all processes, with PostgreSQL advisory locks, which end with their connection when a process
 * dies. All locks of a process use one connection, borrowed from the pool while needed. A waiting caller asks the holder in any
 * process to release the lock (a reconnecting client replaces its own broken request).
 */
export class AdvisoryLocker implements Locker {
  private readonly pool: Pool;
  private readonly held = new Map<string, Held>();
  private users = 0;
  private connection: Promise<PoolClient> | null = null;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  newLock(id: string): Lock {
    return { lock: (signal, requestRelease) => this.acquire(id, signal, requestRelease), unlock: () => this.release(id) };
  }

  /** Runs work as the only writer of this upload. */
  async exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.acquire(id, new AbortController().signal, () => {});
    try {
      return await work();
    } finally {
      await this.release(id);
    }
  }

  private async acquire(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    this.users += 1;
    try {
      while (!signal.aborted && performance.now() < deadline) {
        const own = this.held.get(id);
        if (own) {
          void own.requestRelease();
        } else {
          const holder: Held = { requestRelease };
          this.held.set(id, holder);
          if (await this.tryLock(id).catch((error: unknown) => this.forget(id, error))) return;
          this.held.delete(id);
          await (await this.connect()).query("select pg_notify($1, $2)", [CHANNEL, id]);
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      throw signal.aborted ? ERRORS.ABORTED : ERRORS.ERR_LOCK_TIMEOUT;
    } catch (error) {
      await this.leave();
      throw error;
    }
  }

  private async tryLock(id: string): Promise<boolean> {
    const { rows } = await (await this.connect()).query<{ ok: boolean }>("select pg_try_advisory_lock($1::bigint) as ok", [keyOf(id)]);
    return rows[0]?.ok === true;
  }

  private forget(id: string, error: unknown): never {
    this.held.delete(id);
    throw error;
  }

  private async release(id: string): Promise<void> {
    if (!this.held.delete(id)) return;
    try {
      await (await this.connect()).query("select pg_advisory_unlock($1::bigint)", [keyOf(id)]);
    } finally {
      await this.leave();
    }
  }

  private connect(): Promise<PoolClient> {
    this.connection ??= this.open().catch((error: unknown) => {
      this.connection = null;
      throw error;
    });
    return this.connection;
  }

  private async open(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.on("notification", this.onNotification);
    client.once("error", this.onLost);
    await client.query(`listen ${CHANNEL}`);
    return client;
  }

  private readonly onNotification = ({ payload }: { payload?: string | undefined }): void => {
    void this.held.get(payload ?? "")?.requestRelease();
  };

  /** The connection and all of its locks are lost: writers must stop. */
  private readonly onLost = (): void => {
    this.connection = null;
    for (const { requestRelease } of this.held.values()) void requestRelease();
  };

  /** Returns the connection to the pool when it is not needed any more. */
  private async leave(): Promise<void> {
    this.users -= 1;
    if (this.users > 0 || !this.connection) return;
    const connection = this.connection;
    this.connection = null;
    const client = await connection.catch(() => null);
    if (!client) return;
    client.off("notification", this.onNotification).off("error", this.onLost);
    // Releases locks that an error left; a connection that fails to do so is closed.
    await client.query(`unlisten ${CHANNEL}`).then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
