CREATE TABLE "edit_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"version_id" uuid,
	"kind" text NOT NULL,
	"blob_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"width" integer,
	"height" integer,
	"duration" double precision,
	"facts" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_edits" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"document" jsonb,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_renders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"as" text NOT NULL,
	"target_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"document" jsonb NOT NULL,
	"joined" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"document" jsonb,
	"duration_ms" double precision NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "updating" integer;--> statement-breakpoint
ALTER TABLE "captions" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "edit_files" ADD CONSTRAINT "edit_files_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edit_files" ADD CONSTRAINT "edit_files_version_id_video_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."video_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edit_files" ADD CONSTRAINT "edit_files_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_edits" ADD CONSTRAINT "video_edits_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_edits" ADD CONSTRAINT "video_edits_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_renders" ADD CONSTRAINT "video_renders_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_renders" ADD CONSTRAINT "video_renders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_versions" ADD CONSTRAINT "video_versions_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_versions" ADD CONSTRAINT "video_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edit_files_item" ON "edit_files" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "edit_files_version" ON "edit_files" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "edit_files_blob" ON "edit_files" USING btree ("blob_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_renders_same" ON "video_renders" USING btree ("item_id") WHERE "video_renders"."as" = 'same';--> statement-breakpoint
CREATE INDEX "video_renders_item" ON "video_renders" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "video_renders_target" ON "video_renders" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "video_versions_item" ON "video_versions" USING btree ("item_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "video_versions_shown" ON "video_versions" USING btree ("item_id") WHERE "video_versions"."is_shown";--> statement-breakpoint
CREATE UNIQUE INDEX "video_versions_original" ON "video_versions" USING btree ("item_id") WHERE "video_versions"."kind" = 'original';