CREATE TABLE "picture_details" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"original_blob_id" uuid,
	"markers" jsonb,
	"capture" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "picture_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "annotated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "show_capture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "picture_details" ADD CONSTRAINT "picture_details_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_details" ADD CONSTRAINT "picture_details_original_blob_id_blobs_id_fk" FOREIGN KEY ("original_blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_details_original" ON "picture_details" USING btree ("original_blob_id") WHERE "picture_details"."original_blob_id" is not null;--> statement-breakpoint
CREATE INDEX "items_file_name" ON "items" USING btree ("workspace_id","full_file_name","created_at" DESC NULLS FIRST) WHERE "items"."type" = 'image' and "items"."trashed_at" is null;
