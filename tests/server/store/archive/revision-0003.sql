BEGIN TRANSACTION;
CREATE TABLE events (
	room_id TEXT NOT NULL,
	number INTEGER NOT NULL,
	at VARCHAR(27) NOT NULL,
	seat INTEGER,
	request TEXT,
	body TEXT NOT NULL,
	CONSTRAINT pk_events PRIMARY KEY (room_id, number),
	CONSTRAINT fk_events_room_id_rooms FOREIGN KEY(room_id) REFERENCES rooms (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('first',1,'2026-11-15T13:44:54.461707Z',NULL,NULL,'{"name": "Zoë"}');
INSERT INTO "events" VALUES('first',2,'2026-11-15T13:44:54.476041Z',0,'m1','{"do": "42@U1"}');
INSERT INTO "events" VALUES('first',3,'2026-11-15T13:44:54.481184Z',1,'m1','{"do": "end"}');
INSERT INTO "events" VALUES('second',1,'2026-11-15T13:44:54.485087Z',NULL,'m1','{}');
CREATE TABLE ninetyeight_revision (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT ninetyeight_revision_pkc PRIMARY KEY (version_num)
);
INSERT INTO "ninetyeight_revision" VALUES('0003');
CREATE TABLE results (
	room_id TEXT NOT NULL,
	deal TEXT NOT NULL,
	edition TEXT NOT NULL,
	options TEXT NOT NULL,
	players INTEGER NOT NULL,
	won BOOLEAN NOT NULL,
	left_cards INTEGER NOT NULL,
	reason TEXT,
	known_deal BOOLEAN NOT NULL,
	names TEXT NOT NULL,
	bots INTEGER NOT NULL,
	ended_at VARCHAR(27) NOT NULL, changed_hands BOOLEAN DEFAULT 0 NOT NULL, hinted BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_results PRIMARY KEY (room_id)
);
INSERT INTO "results" VALUES('first','original-2p-K7Q2M9XA4TWB3H8C','original','{"expert": true}',2,0,12,'stuck',0,'["Ada", "Zoë 🃏"]',1,'2026-11-15T12:00:00.000000Z',0,0);
CREATE TABLE rooms (
	id TEXT NOT NULL,
	opened_at VARCHAR(27) NOT NULL,
	"plan" TEXT NOT NULL,
	invite TEXT NOT NULL,
	follows TEXT,
	CONSTRAINT pk_rooms PRIMARY KEY (id)
);
INSERT INTO "rooms" VALUES('first','2026-11-15T13:44:54.461662Z','{"players": 2}','a hash',NULL);
INSERT INTO "rooms" VALUES('second','2026-11-15T13:44:54.485057Z','{}','another hash','first');
CREATE INDEX ix_rooms_opened_at ON rooms (opened_at);
CREATE UNIQUE INDEX uq_events_request_of_seat ON events (room_id, seat, request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX uq_events_request_without_seat ON events (room_id, request) WHERE request IS NOT NULL AND seat IS NULL;
CREATE INDEX ix_results_deal ON results (deal);
CREATE INDEX ix_results_ended_at ON results (ended_at);
COMMIT;
