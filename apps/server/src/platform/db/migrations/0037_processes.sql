CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"secret_check" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
