CREATE TABLE "deleted_folder_items" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"deleted_folder_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"was_trashed" boolean NOT NULL,
	"trashed_at" timestamp (3) with time zone,
	"entry_ids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"parent_id" uuid,
	"parent_name" text,
	"folder_count" integer NOT NULL,
	"subtree" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_folder_items" ADD CONSTRAINT "deleted_folder_items_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_folder_items" ADD CONSTRAINT "deleted_folder_items_deleted_folder_id_deleted_folders_id_fk" FOREIGN KEY ("deleted_folder_id") REFERENCES "public"."deleted_folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_folders" ADD CONSTRAINT "deleted_folders_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_folder_items_folder" ON "deleted_folder_items" USING btree ("deleted_folder_id");--> statement-breakpoint
CREATE INDEX "deleted_folders_newest" ON "deleted_folders" USING btree ("workspace_id","deleted_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deleted_folders_due" ON "deleted_folders" USING btree ("deleted_at");