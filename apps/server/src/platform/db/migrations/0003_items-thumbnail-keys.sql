ALTER TABLE "items" ADD COLUMN "thumbnail_small_key" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "thumbnail_large_key" text;--> statement-breakpoint
UPDATE "items" SET "thumbnail_small_key" = (SELECT b.storage_key FROM renditions r JOIN blobs b ON b.id = r.blob_id WHERE r.item_id = items.id AND r.kind = 'thumbnail-small'), "thumbnail_large_key" = (SELECT b.storage_key FROM renditions r JOIN blobs b ON b.id = r.blob_id WHERE r.item_id = items.id AND r.kind = 'thumbnail-large');
