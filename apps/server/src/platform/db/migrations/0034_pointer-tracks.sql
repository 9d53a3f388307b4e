CREATE TABLE "pointer_tracks" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"track" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pointer_tracks" ADD CONSTRAINT "pointer_tracks_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;