ALTER TABLE "share_links" ADD COLUMN "item_order" text DEFAULT 'newest' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "folder_order" text DEFAULT 'name' NOT NULL;