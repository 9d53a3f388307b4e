ALTER TABLE "space_usage" ADD COLUMN "boards" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "space_usage" ADD COLUMN "board_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_totals" ADD COLUMN "boards" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_totals" ADD COLUMN "board_bytes" bigint DEFAULT 0 NOT NULL;