CREATE TABLE "transcript_passages" (
	"item_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"marks" jsonb NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "transcript_passages_item_id_position_pk" PRIMARY KEY("item_id","position")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"run_id" uuid NOT NULL,
	"wanted" text,
	"language" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"done_ms" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"segments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"origin" jsonb,
	"source" text DEFAULT 'auto' NOT NULL,
	"model" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"options" jsonb NOT NULL,
	"source_key" text NOT NULL,
	"state" text NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"failure" text,
	"file_name" text NOT NULL,
	"blob_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "captions" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "spoken" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transcript_passages" ADD CONSTRAINT "transcript_passages_item_id_transcripts_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."transcripts"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_exports" ADD CONSTRAINT "video_exports_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_exports" ADD CONSTRAINT "video_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_exports" ADD CONSTRAINT "video_exports_blob_id_blobs_id_fk" FOREIGN KEY ("blob_id") REFERENCES "public"."blobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_exports_item" ON "video_exports" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "video_exports_user" ON "video_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "video_exports_expires" ON "video_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "video_exports_blob" ON "video_exports" USING btree ("blob_id");