BEGIN TRANSACTION;
CREATE TABLE byes (
	id CHAR(36) DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))) NOT NULL, 
	participant_id CHAR(36) NOT NULL, 
	tournament_id CHAR(36) NOT NULL, 
	round_number REAL NOT NULL, 
	round_id CHAR(36), 
	created_at DATETIME DEFAULT (CURRENT_TIMESTAMP) NOT NULL, 
	match_points REAL NOT NULL, 
	differential REAL NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(participant_id) REFERENCES participants (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "byes" VALUES('bc17de05-2576-5374-ba86-a9cd7b394935','292defe6-1818-51f1-978b-490e812a50de','2737cbc6-1543-5222-93d6-089089bbe485',1.0,'435da6df-208e-594e-aa0d-31fd264b4502','2026-11-15 10:08:00.000000',3.0,0.0);
CREATE TABLE desk_pass (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	hash TEXT NOT NULL, 
	scope TEXT NOT NULL, 
	role TEXT NOT NULL, 
	name TEXT NOT NULL, 
	parent INTEGER, 
	created_at TEXT NOT NULL, 
	expires_at TEXT, 
	revoked_at TEXT, 
	CONSTRAINT uq_desk_pass_hash UNIQUE (hash)
);
CREATE TABLE fact (
	ledger_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	actor TEXT NOT NULL, 
	at TEXT NOT NULL, 
	"key" TEXT, 
	hash TEXT NOT NULL, 
	CONSTRAINT pk_fact PRIMARY KEY (ledger_id, version), 
	CONSTRAINT version_from_1 CHECK (version >= 1), 
	CONSTRAINT fk_fact_ledger_id_ledger FOREIGN KEY(ledger_id) REFERENCES ledger (id)
);
INSERT INTO "fact" VALUES(1,1,'created','{"setup":{"name":"Club nihgt","options":{"ranking":"differential","rounds":3,"sound":true,"x":null},"system":"redemption"}}','Ann','2026-11-15T10:00:00.000000+00:00','make','712b0a4e85f01b355031772e4b4c27ba3086568d40fab26094af2d7b0782e134');
INSERT INTO "fact" VALUES(1,2,'renamed','{"name":"Club night"}','Ann','2026-11-15T10:00:00.000000+00:00','make','3be628d25766653168eb3a40024695247e5b3ef428f4d6f13e8b2adb8b9087d3');
INSERT INTO "fact" VALUES(1,3,'options_changed','{"options":{"rounds":4}}','Ann','2026-11-15T10:00:00.000000+00:00','make','63647cde7bc2c16f832d5cd2b3b1c8951626f681a657c4930a3bce9d16ce3295');
INSERT INTO "fact" VALUES(1,4,'avoid_changed','{"avoid":[{"players":[1,2]},{"hard":false,"players":[3,4],"relation":"partners"}]}','Ann','2026-11-15T10:00:00.000000+00:00','make','18b5a790aecbbf302e7f3efa449890b3e1d96dd5fcd2eb7e5e0e4a1e9f4d9433');
INSERT INTO "fact" VALUES(1,5,'entered','{"player":{"club":"\u00c7","id":1,"name":"Ben","rating":1001}}','Ann','2026-11-15T10:00:00.000000+00:00','make','81f23315a88ed5e8bc1b85c32112aedd3c5156d14e01f2805865b63ea9018b5d');
INSERT INTO "fact" VALUES(1,6,'entered','{"player":{"club":"\u00c7","id":2,"name":"\u00c7i\u011fdem \u0130nce","rating":1002}}','Ann','2026-11-15T10:00:00.000000+00:00','make','eac75a320eaab590063f62450872857b750993ce62ad75c3ae2e7a3c0ff4fcd2');
INSERT INTO "fact" VALUES(1,7,'entered','{"player":{"club":"\u00c7","id":3,"name":"\u00c5sa","rating":1003}}','Ann','2026-11-15T10:00:00.000000+00:00','make','d4d77a47d337dcf65f5ab27b55705274cc28bc1c4bf76e67a34592e98a694d4f');
INSERT INTO "fact" VALUES(1,8,'entered','{"player":{"club":"\u00c7","id":4,"name":"\u0141ucja","rating":1004}}','Ann','2026-11-15T10:00:00.000000+00:00','make','5871cc03645589573307463e755f67a8250bf03e36c007c1214146f28410b7e3');
INSERT INTO "fact" VALUES(1,9,'entered','{"player":{"club":"\u00c7","id":5,"name":"\u6f22\u5b57","rating":1005}}','Ann','2026-11-15T10:00:00.000000+00:00','make','b1669a31347a29bafd25b5648af494653599ce4807f96444beb84d3c6c6ff734');
INSERT INTO "fact" VALUES(1,10,'edited','{"player":{"club":"Club","id":5,"licence":99,"name":"\u0141ucja Nowak","national_rating":1400,"pinned_table":1,"rating":1500}}','Ben','2026-11-15T10:01:00.000000+00:00','request-0','a3f80c9f5c532c30ac064590b5e369afd2b11ca4eeb7d449056c25db7130db02');
INSERT INTO "fact" VALUES(1,11,'checked_in','{"player":1}','Ben','2026-11-15T10:02:00.000000+00:00','request-1','2cac53ba115d1673ce56650dec691783edb4d3f3d0140fdb7967d73cdffe7cfa');
INSERT INTO "fact" VALUES(1,12,'checked_in','{"player":2}','Ben','2026-11-15T10:03:00.000000+00:00','request-2','17e2a62667cb7cc0072860dff5d4f5132cdee00fea11ed8d15a21eef78c719aa');
INSERT INTO "fact" VALUES(1,13,'checked_in','{"here":false,"player":2}','Ben','2026-11-15T10:04:00.000000+00:00','request-3','c6935830c43087694267790131f590323492c39a494d8d80babb95019415e406');
INSERT INTO "fact" VALUES(1,14,'paired','{"numbers":{"1":5,"2":4,"3":3,"4":2,"5":1},"round":{"byes":[{"differential":0,"halves":6,"player":5}],"edition":"2025","number":1,"reasons":[{"article":"R4.4","code":"nearest","facts":{"skipped":[1,2.5,null,{"a":true}]},"table":1},{"article":"R1","code":"x"}],"relaxations":[{"article":"D7.3","code":"forced","facts":{"why":"few"},"players":[1,2]}],"seed":4611686018427387904,"status":"draft","tables":[{"first":[1],"number":1,"second":[2]},{"first":[3],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:05:00.000000+00:00','request-4','dd6a874f680e3995e1bd707ba64414860dd083df369dcd97ebfdbef37a56ed23');
INSERT INTO "fact" VALUES(1,15,'rearranged','{"round":{"byes":[{"player":5}],"number":1,"status":"draft","tables":[{"first":[1],"number":1,"second":[3]},{"first":[2],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:06:00.000000+00:00','request-5','6eb1b74468f2fa7326311482f0e3fd6ec0acd72f2410699e4f5f8fb44c966bbb');
INSERT INTO "fact" VALUES(1,16,'approved','{"approval":{"by":"Dora","reason":"only six came"},"round":1}','Ben','2026-11-15T10:07:00.000000+00:00','request-6','0dff72e2e959941746c6513b5a04360a242fd2a6615f975005765112d06311a9');
INSERT INTO "fact" VALUES(1,17,'published','{"round":1}','Ben','2026-11-15T10:08:00.000000+00:00','request-7','abaa634159ec2c85578483858d900190d9736f5aea5dcc8f17a066596e1c1e7d');
INSERT INTO "fact" VALUES(1,18,'result_entered','{"result":{"first":5,"kind":"scored","second":3},"round":1,"table":1}','Ben','2026-11-15T10:09:00.000000+00:00','request-8','e55f70ee107d8c515cbf2ae1d2df14bb4fddd58bf55d518836277d99acd57def');
INSERT INTO "fact" VALUES(1,19,'result_entered','{"absent":[4],"result":{"first_absent":false,"kind":"forfeit","second_absent":true},"round":1,"table":2}','Ben','2026-11-15T10:10:00.000000+00:00','request-9','06eb6de623be26b81dab19751ca0b60c0792250d65fd1b11499445b715abfe73');
INSERT INTO "fact" VALUES(1,20,'result_entered','{"result":null,"round":1,"table":1}','Ben','2026-11-15T10:11:00.000000+00:00','request-10','0542fb185709e2ef2cf8368931392459a252f76bf039696228f83f195160f00e');
INSERT INTO "fact" VALUES(1,21,'result_entered','{"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}','Ben','2026-11-15T10:12:00.000000+00:00','request-11','0bb9e686939b05d8bcef4e2ef68f44a0110b282c033ade9156010a9e0b077515');
INSERT INTO "fact" VALUES(1,22,'closed','{"round":1}','Ben','2026-11-15T10:13:00.000000+00:00','request-12','8d6659834e86602134e68b5cdf9b7fc16219cf4a8937bccba47d710f20e5ae6d');
INSERT INTO "fact" VALUES(1,23,'missed','{"player":5,"round":2}','Ben','2026-11-15T10:14:00.000000+00:00','request-13','258215c9e327f53c774f593b4f2f19b34900608f0a674207df8d3881628c0d05');
INSERT INTO "fact" VALUES(1,24,'paired','{"round":{"number":2,"tables":[{"earlier":[{"absent":[4],"result":{"first":1,"kind":"scored","second":1},"until":2}],"first":[1],"number":1,"second":[4]},{"first":[2],"number":2,"second":[3]}]}}','Ben','2026-11-15T10:15:00.000000+00:00','request-14','be065a83ccaa6084a277c3eea690b34de8c76532c14f3c68d4406f4f3065a082');
INSERT INTO "fact" VALUES(1,25,'discarded','{"round":2}','Ben','2026-11-15T10:16:00.000000+00:00','request-15','b7967bc4681546ea4d1845d3fb6372dd576b8610339c12c476b42480d4128f0f');
INSERT INTO "fact" VALUES(1,26,'left','{"after":1,"player":4}','Ben','2026-11-15T10:17:00.000000+00:00','request-16','d59ca34a2827e0e381d96452bd1b05f03866d2c045cde9672efb4678532032f3');
INSERT INTO "fact" VALUES(1,27,'returned','{"player":4,"round":3}','Ben','2026-11-15T10:18:00.000000+00:00','request-17','fb938c08c0f935182fad20f80c35d11aa9450344a9e0b9da2aa79c48cfb0e39e');
INSERT INTO "fact" VALUES(1,28,'finished','{}','Ben','2026-11-15T10:19:00.000000+00:00','request-18','8a13964865783eedaedcbdf22032b3ca37bb999d6bbbc9c23a1a743fccc90dcb');
INSERT INTO "fact" VALUES(1,29,'finished','{"again":true}','Ben','2026-11-15T10:20:00.000000+00:00','request-19','a6ab2fe63a0c8356610fdc38ad412b352a95ca801149e6c00157ec371844b758');
INSERT INTO "fact" VALUES(1,30,'archived','{}','Ben','2026-11-15T10:21:00.000000+00:00','request-20','a33f579db17c6ec6ae125d34d169ec41890b0668ec1164e33723f20de0dd083c');
INSERT INTO "fact" VALUES(1,31,'archived','{"away":false}','Ben','2026-11-15T10:22:00.000000+00:00','request-21','7ca5e0bc27d807db259bbe521581521ba42df77cafd222914c8d1b312b681e30');
INSERT INTO "fact" VALUES(1,32,'deleted','{}','Ben','2026-11-15T10:23:00.000000+00:00','request-22','10e17ba2151b1d64971da1207d0cb14ea9e6863114111922f231719d8110cec3');
INSERT INTO "fact" VALUES(1,33,'deleted','{"gone":false}','Ben','2026-11-15T10:24:00.000000+00:00','request-23','3977b3fbc7dd3ffa6ca3886a4187c6f7246bf4a0f2e235cf1c07aa33ede6a448');
INSERT INTO "fact" VALUES(1,34,'renamed','{"name":"Undone"}','Ben','2026-11-15T10:25:00.000000+00:00','request-24','5c9711082beefa538a2956c60fa490d6087837753a52e48a8e3cc0e1cb32279c');
INSERT INTO "fact" VALUES(1,35,'undone','{"versions":[34]}','Ben','2026-11-15T10:26:00.000000+00:00','request-25','09520ffcb1179ad7c344498f91e3f3b524a2e84c84e720140b45034649f84bda');
INSERT INTO "fact" VALUES(1,36,'renamed','{"name":"Redone"}','Ben','2026-11-15T10:27:00.000000+00:00','request-26','1b6b27819bbba04e6476fc663c21d11066096310d54f13f92179cdbc466e65e0');
INSERT INTO "fact" VALUES(1,37,'undone','{"versions":[36]}','Ben','2026-11-15T10:28:00.000000+00:00','request-27','e4579aee1a95677189a553ed5c6f9ccfb04ecaa896ab3fc47c6b276104019bdc');
INSERT INTO "fact" VALUES(1,38,'redone','{"versions":[36]}','Ben','2026-11-15T10:29:00.000000+00:00','request-28','9a8ca4a2f3ffec70cd22bc02c2421a06ef8e06fca284ee3455951e9b2453c1a7');
INSERT INTO "fact" VALUES(1,39,'reported','{"player":1,"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}','Ben','2026-11-15T10:30:00.000000+00:00','request-29','245686fddee9ee5ce3eb0a0bce935e4e0d96e3fa990d19d34d3439e36624417f');
INSERT INTO "fact" VALUES(1,40,'reported','{"player":1,"result":null,"round":1,"table":1}','Ben','2026-11-15T10:31:00.000000+00:00','request-30','77ca5d3a6d8f91b81e09cb16b7622d71b0c6c78ec42749e0e92298a220764e91');
INSERT INTO "fact" VALUES(2,1,'created','{"setup":{"name":"Kul\u00fcp \u015fampiyonas\u0131","system":"chess"}}','Çiğdem','2026-11-15T10:32:00.000000+00:00',NULL,'18bfc05af8e976d50ccac8e64b69dd67af4051f23efb0140a76c100872f7b575');
CREATE TABLE ledger (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	code TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	hash TEXT NOT NULL, 
	name TEXT NOT NULL, 
	system TEXT NOT NULL, 
	finished BOOLEAN NOT NULL, 
	archived BOOLEAN NOT NULL, 
	deleted BOOLEAN NOT NULL, 
	created_at TEXT NOT NULL, 
	updated_at TEXT NOT NULL, 
	CONSTRAINT uq_ledger_code UNIQUE (code)
);
INSERT INTO "ledger" VALUES(1,'RE2AW2',40,'77ca5d3a6d8f91b81e09cb16b7622d71b0c6c78ec42749e0e92298a220764e91','Redone','redemption',0,0,0,'2026-11-15T10:00:00.000000+00:00','2026-11-15T10:31:00.000000+00:00');
INSERT INTO "ledger" VALUES(2,'8Y2TJC',1,'18bfc05af8e976d50ccac8e64b69dd67af4051f23efb0140a76c100872f7b575','Kulüp şampiyonası','chess',0,0,0,'2026-11-15T10:32:00.000000+00:00','2026-11-15T10:32:00.000000+00:00');
CREATE TABLE match_players (
	match_id CHAR(36) NOT NULL, 
	side SMALLINT NOT NULL, 
	seat SMALLINT NOT NULL, 
	participant_id CHAR(36) NOT NULL, 
	outcome TEXT NOT NULL, 
	match_points REAL, 
	differential DOUBLE, 
	PRIMARY KEY (match_id, side, seat), 
	FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE, 
	FOREIGN KEY(participant_id) REFERENCES participants (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "match_players" VALUES('38122f9a-6485-5ded-aef8-e19166661e03',1,1,'05a4b34b-a68d-56d8-8ed0-e48018fe868f','win',3.0,1.0);
INSERT INTO "match_players" VALUES('38122f9a-6485-5ded-aef8-e19166661e03',2,1,'52291588-36cd-52dc-9cf6-6b42dda210d0','loss',0.0,-1.0);
INSERT INTO "match_players" VALUES('f5b1da10-f182-5eba-ab24-5f2add4ccfc6',1,1,'ddaa6f19-dbf1-5272-9bd1-3af3ce6d0281','walkover',3.0,0.0);
INSERT INTO "match_players" VALUES('f5b1da10-f182-5eba-ab24-5f2add4ccfc6',2,1,'30eeaced-0b7f-590b-abb1-500e9f5aa6bd','absent',0.0,-5.0);
CREATE TABLE matches (
	id CHAR(36) DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))) NOT NULL, 
	tournament_id CHAR(36), 
	round INTEGER NOT NULL, 
	player1_id CHAR(36), 
	player2_id CHAR(36), 
	player1_score REAL, 
	player2_score REAL, 
	winner_id CHAR(36), 
	updated_at DATETIME DEFAULT (CURRENT_TIMESTAMP), 
	is_tie BOOLEAN DEFAULT 0, 
	player1_match_points REAL, 
	player2_match_points REAL, 
	differential2 DOUBLE, 
	differential DOUBLE, 
	match_order BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player1_id) REFERENCES participants (id) ON DELETE CASCADE, 
	FOREIGN KEY(player2_id) REFERENCES participants (id) ON DELETE CASCADE, 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(winner_id) REFERENCES participants (id) ON DELETE CASCADE
);
INSERT INTO "matches" VALUES('38122f9a-6485-5ded-aef8-e19166661e03','2737cbc6-1543-5222-93d6-089089bbe485',1,'05a4b34b-a68d-56d8-8ed0-e48018fe868f','52291588-36cd-52dc-9cf6-6b42dda210d0',5.0,4.0,'05a4b34b-a68d-56d8-8ed0-e48018fe868f','2026-11-15 10:12:00.000000',0,3.0,0.0,-1.0,1.0,1);
INSERT INTO "matches" VALUES('f5b1da10-f182-5eba-ab24-5f2add4ccfc6','2737cbc6-1543-5222-93d6-089089bbe485',1,'ddaa6f19-dbf1-5272-9bd1-3af3ce6d0281','30eeaced-0b7f-590b-abb1-500e9f5aa6bd',NULL,NULL,'ddaa6f19-dbf1-5272-9bd1-3af3ce6d0281','2026-11-15 10:10:00.000000',0,3.0,0.0,-5.0,0.0,2);
CREATE TABLE note (
	scope TEXT NOT NULL, 
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_note PRIMARY KEY (scope, name)
);
CREATE TABLE participants (
	id CHAR(36) DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))) NOT NULL, 
	tournament_id CHAR(36), 
	joined_at DATETIME DEFAULT (CURRENT_TIMESTAMP), 
	place DOUBLE, 
	match_points DOUBLE, 
	differential DOUBLE, 
	name TEXT, 
	dropped_out BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "participants" VALUES('05a4b34b-a68d-56d8-8ed0-e48018fe868f','2737cbc6-1543-5222-93d6-089089bbe485','2026-11-15 10:00:00.000000',1.0,3.0,1.0,'Ben',0);
INSERT INTO "participants" VALUES('ddaa6f19-dbf1-5272-9bd1-3af3ce6d0281','2737cbc6-1543-5222-93d6-089089bbe485','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Çiğdem İnce',0);
INSERT INTO "participants" VALUES('52291588-36cd-52dc-9cf6-6b42dda210d0','2737cbc6-1543-5222-93d6-089089bbe485','2026-11-15 10:00:00.000000',4.0,0.0,-1.0,'Åsa',0);
INSERT INTO "participants" VALUES('30eeaced-0b7f-590b-abb1-500e9f5aa6bd','2737cbc6-1543-5222-93d6-089089bbe485','2026-11-15 10:00:00.000000',5.0,0.0,-5.0,'Łucja',0);
INSERT INTO "participants" VALUES('292defe6-1818-51f1-978b-490e812a50de','2737cbc6-1543-5222-93d6-089089bbe485','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Łucja Nowak',0);
CREATE TABLE request (
	scope TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	ledger_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_request PRIMARY KEY (scope, "key"), 
	CONSTRAINT fk_request_ledger_id_ledger FOREIGN KEY(ledger_id) REFERENCES ledger (id)
);
INSERT INTO "request" VALUES('','make','de9dbb8415741eaf3a0fdbc9a50e0e03df8d2d7c069b20d1c91596d3e85e2013',1,9);
INSERT INTO "request" VALUES('RE2AW2','request-0','bd4433c3f11e0048cca0dc007b34b52725f86165b9e22a946fe923ec4f211157',1,10);
INSERT INTO "request" VALUES('RE2AW2','request-1','dac04342b5ff47ff397b4c6ccf8ab5622a6422e3493098c413ed27c889684db0',1,11);
INSERT INTO "request" VALUES('RE2AW2','request-2','78f92bf2d260cc23afad9c8ba50f93ee3e449acb6dd5ddf5b551bff64e66bd3d',1,12);
INSERT INTO "request" VALUES('RE2AW2','request-3','e2dc72391c736d4f6a8e3da722c1f707c86fc46d86e8113ef7ceba37fc6e0f5f',1,13);
INSERT INTO "request" VALUES('RE2AW2','request-4','aff2df4811bc842f51dc09a90937622e0735a5de764d302d166c624d3866feca',1,14);
INSERT INTO "request" VALUES('RE2AW2','request-5','a4d46a14b0eb66c22e2b8dcc6ec00d0a23513c398fb80b97a42d7815e4753d8b',1,15);
INSERT INTO "request" VALUES('RE2AW2','request-6','1f4fa568ea840dd3a2ee39b98418cfee98237f36eccb2777f1857efde6ba4938',1,16);
INSERT INTO "request" VALUES('RE2AW2','request-7','c4a91dd73820c768cb5add19148e563773b98f2896e5644f23cf9a9b5d8a253b',1,17);
INSERT INTO "request" VALUES('RE2AW2','request-8','55e74967733417ccf128734d8966ca63ad0ce9713e48e068a0d5f4fac03af8ee',1,18);
INSERT INTO "request" VALUES('RE2AW2','request-9','4617f4fd07ae6fbb409ec108fd8fa8f50d76ef24ea5532c7894b1d7d8e2aa60b',1,19);
INSERT INTO "request" VALUES('RE2AW2','request-10','a656fbbf737233d87b6980790a097907731cacc226f3398d7695697443945fe4',1,20);
INSERT INTO "request" VALUES('RE2AW2','request-11','85adfa1fb4661698ddc03e872bdcc872de7e3c49b45ba056c30c84fab02441d4',1,21);
INSERT INTO "request" VALUES('RE2AW2','request-12','ac675ad0e950b48055669bebb2e43fe86dae492257348c423061a2b65cf2413c',1,22);
INSERT INTO "request" VALUES('RE2AW2','request-13','a2a974dfd1d0fce70429622818e76ee41dc4571a088b92864ce3386839c9f0c1',1,23);
INSERT INTO "request" VALUES('RE2AW2','request-14','45b3ddfd394862d87c078eb2c870641fea841078bce9c8915a669c1788cc6757',1,24);
INSERT INTO "request" VALUES('RE2AW2','request-15','6261b09e7582217be220024636739a49d8c4872157991a2cef1aa96723ad058e',1,25);
INSERT INTO "request" VALUES('RE2AW2','request-16','470165350a5680ebd08a5ce109c55d261b37d1f337a50bc308a89a046f3e1412',1,26);
INSERT INTO "request" VALUES('RE2AW2','request-17','f271eeb07c68282aeed1a6b88690c02ee19bc6205289b48a3506c5d5d3cd1086',1,27);
INSERT INTO "request" VALUES('RE2AW2','request-18','eecfd92a9ae56dfaa02f2b641812c1fadc7a9b8981fdaf3c2ed7483e55ec068f',1,28);
INSERT INTO "request" VALUES('RE2AW2','request-19','09bc42310bd49bfdfd18d1834320919bd12d2d77ca0661d68a34e3e7c30e90d8',1,29);
INSERT INTO "request" VALUES('RE2AW2','request-20','39b51fd5eeebce910f38bc8391b0a1ae5460cbc8af767f89c5d9a3a9fe3e3467',1,30);
INSERT INTO "request" VALUES('RE2AW2','request-21','0f93edb17d6d593c633f5b036b2b720c8125fc0d43256ba4332a005efe26fcc1',1,31);
INSERT INTO "request" VALUES('RE2AW2','request-22','d8a795bf35c29e9f16dbcedc586dc133ddc2c6deb535aa397778c54b02aa190f',1,32);
INSERT INTO "request" VALUES('RE2AW2','request-23','713028c6a66c0346906a0270ae0a47b06eccedba66ba6a231c93c1045b8d8758',1,33);
INSERT INTO "request" VALUES('RE2AW2','request-24','ef5e12af2840eb2ec41fb5998313fb014d183a9b779c6647d794ddd59bb81c72',1,34);
INSERT INTO "request" VALUES('RE2AW2','request-25','da9596e922fb6af65fdafb828f7639c2df7adb36fd6d7bea41587c93793f62ad',1,35);
INSERT INTO "request" VALUES('RE2AW2','request-26','938dff64e7eec5515717bec082ca8ee1c4fe75a3aee0cfdd8b3c0e3557ae64e6',1,36);
INSERT INTO "request" VALUES('RE2AW2','request-27','69f24f33391fb640f47a6e322d688751caf615940a8ba14e5ce954d2e2704d77',1,37);
INSERT INTO "request" VALUES('RE2AW2','request-28','ce3881402f2177363c23d97bb6ea2cffd65b18082d9e90cebdcea093f6d3d2e2',1,38);
INSERT INTO "request" VALUES('RE2AW2','request-29','9e32ee881ae2d1d69445b05db26801dca82e63f555b79af171393f3c06440c07',1,39);
INSERT INTO "request" VALUES('RE2AW2','request-30','e8379f7bf378aefabd81eee49f8aad1afb9f13a08943a07d744882bf95014b4a',1,40);
CREATE TABLE ronda_schema (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT ronda_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "ronda_schema" VALUES('0004');
CREATE TABLE round_clocks (
	round_id CHAR(36) NOT NULL, 
	tournament_id CHAR(36) NOT NULL, 
	round_number INTEGER NOT NULL, 
	length_seconds INTEGER NOT NULL, 
	added_seconds INTEGER NOT NULL, 
	started_at DATETIME, 
	running_since DATETIME, 
	paused_at DATETIME, 
	remaining_seconds DOUBLE NOT NULL, 
	ends_at DATETIME, 
	extra_by_table JSON NOT NULL, 
	PRIMARY KEY (round_id), 
	FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE rounds (
	id CHAR(36) DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))) NOT NULL, 
	tournament_id CHAR(36), 
	round_number INTEGER NOT NULL, 
	started_at DATETIME DEFAULT (CURRENT_TIMESTAMP), 
	ended_at DATETIME, 
	is_completed BOOLEAN DEFAULT 0, 
	PRIMARY KEY (id), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	CONSTRAINT rounds_tournament_id_round_number_key UNIQUE (tournament_id, round_number)
);
INSERT INTO "rounds" VALUES('435da6df-208e-594e-aa0d-31fd264b4502','2737cbc6-1543-5222-93d6-089089bbe485',1,'2026-11-15 10:08:00.000000','2026-11-15 10:13:00.000000',1);
CREATE TABLE tournaments (
	id CHAR(36) DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))) NOT NULL, 
	name TEXT NOT NULL, 
	host_id CHAR(36), 
	code TEXT, 
	created_at DATETIME DEFAULT (CURRENT_TIMESTAMP), 
	updated_at DATETIME DEFAULT (CURRENT_TIMESTAMP), 
	started_at DATETIME, 
	ended_at DATETIME, 
	has_started BOOLEAN DEFAULT 0, 
	has_ended BOOLEAN DEFAULT 0, 
	n_rounds INTEGER, 
	current_round INTEGER, 
	round_length INTEGER, 
	max_score INTEGER, 
	bye_points REAL, 
	bye_differential SMALLINT, 
	starting_table_number BIGINT, 
	sound_notifications BOOLEAN DEFAULT 0, 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "tournaments" VALUES('2737cbc6-1543-5222-93d6-089089bbe485','Redone',NULL,'RE2AW2','2026-11-15 10:00:00.000000','2026-11-15 10:29:00.000000','2026-11-15 10:08:00.000000',NULL,1,0,4,1,45,5,3.0,0,1,1);
INSERT INTO "tournaments" VALUES('feffef67-dae6-5254-8cba-2e975ece6ffd','Kulüp şampiyonası',NULL,'8Y2TJC','2026-11-15 10:32:00.000000','2026-11-15 10:32:00.000000',NULL,NULL,0,0,1,NULL,NULL,NULL,1.0,NULL,1,0);
CREATE INDEX ix_desk_pass_scope ON desk_pass (scope);
CREATE INDEX participants_tournament_id_idx ON participants (tournament_id);
CREATE INDEX byes_participant_id_idx ON byes (participant_id);
CREATE INDEX byes_round_id_idx ON byes (round_id);
CREATE INDEX byes_tournament_id_idx ON byes (tournament_id);
CREATE INDEX matches_tournament_id_round_idx ON matches (tournament_id, round);
CREATE INDEX matches_player1_id_idx ON matches (player1_id);
CREATE INDEX matches_player2_id_idx ON matches (player2_id);
CREATE INDEX matches_winner_id_idx ON matches (winner_id);
CREATE INDEX match_players_participant_id_idx ON match_players (participant_id);
CREATE INDEX round_clocks_tournament_id_idx ON round_clocks (tournament_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('ledger',2);
COMMIT;
