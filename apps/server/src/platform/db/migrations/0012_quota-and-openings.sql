DROP INDEX "items_owner";--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "openings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "items_owner_annotated" ON "items" USING btree ("owner_id") WHERE "items"."annotated";--> statement-breakpoint
CREATE INDEX "items_owner" ON "items" USING btree ("owner_id","size_bytes");