ALTER TABLE "save_files" ADD COLUMN "block_hashes" "bytea";--> statement-breakpoint
ALTER TABLE "saves" ADD COLUMN "seen_at" timestamp (3) with time zone;