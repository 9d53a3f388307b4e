CREATE TABLE "save_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"save_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"file_name" text NOT NULL,
	"custom_name" text,
	"size_bytes" bigint,
	"offset_bytes" bigint DEFAULT 0 NOT NULL,
	"source" text,
	"remote_id" text,
	"session" text,
	"url" text,
	"error" text,
	"code" text
);
--> statement-breakpoint
CREATE TABLE "saves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"folder_id" text,
	"folder_name" text,
	"subfolder" text NOT NULL,
	"target_id" text,
	"format" text NOT NULL,
	"shareable" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "save_files" ADD CONSTRAINT "save_files_save_id_saves_id_fk" FOREIGN KEY ("save_id") REFERENCES "public"."saves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saves" ADD CONSTRAINT "saves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "save_files_position" ON "save_files" USING btree ("save_id","position");--> statement-breakpoint
CREATE INDEX "saves_user" ON "saves" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saves_created" ON "saves" USING btree ("created_at");