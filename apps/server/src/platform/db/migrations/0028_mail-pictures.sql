ALTER TABLE "outbox" ADD COLUMN "smtp_code" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "pictures" jsonb;