import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../db/client.ts";
import { settings } from "../db/schema/index.ts";

/** Channel of the notifications about changed settings. */
export const CHANNEL = "stillreel_settings";

export type SettingRow = Pick<typeof settings.$inferSelect, "key" | "value" | "version">;

/** Returns every saved setting. There are only a few. */
export async function listAll(db: Executor): Promise<SettingRow[]> {
  // As text, because Drizzle parses a JSON text again: the name "2001" would become a number.
  const json = sql<string>`${settings.value}::text`;
  const rows = await db.select({ key: settings.key, json, version: settings.version }).from(settings);
  return rows.map((row) => ({ key: row.key, value: JSON.parse(row.json) as unknown, version: row.version }));
}

/** Writes a value if the row still has the version, where 0 is a missing row. Returns whether it was written. */
export async function write(
  tx: Executor,
  { key, value, version }: SettingRow,
  { userId, at }: { userId: string | null; at: Date },
): Promise<boolean> {
  // JSON null is a restored default: the column accepts no SQL null, and the version must not start again.
  const json = sql`${JSON.stringify(value)}::jsonb`;
  const written =
    version === 0
      ? await tx
          .insert(settings)
          .values({ key, value: json, updatedAt: at, updatedBy: userId })
          .onConflictDoNothing()
          .returning({ version: settings.version })
      : await tx
          .update(settings)
          .set({ value: json, version: version + 1, updatedAt: at, updatedBy: userId })
          .where(and(eq(settings.key, key), eq(settings.version, version)))
          .returning({ version: settings.version });
  return written.length > 0;
}

/** Notifies all processes when the transaction is committed. */
export async function announce(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
}
