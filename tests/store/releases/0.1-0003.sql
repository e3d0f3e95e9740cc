BEGIN TRANSACTION;
CREATE TABLE byes (
	id CHAR(36) NOT NULL, 
	participant_id CHAR(36) NOT NULL, 
	tournament_id CHAR(36) NOT NULL, 
	round_number REAL NOT NULL, 
	round_id CHAR(36), 
	created_at DATETIME NOT NULL, 
	match_points REAL NOT NULL, 
	differential REAL NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(participant_id) REFERENCES participants (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(round_id) REFERENCES rounds (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "byes" VALUES('52e3bcf4-b608-56b5-979a-6b35c1ff5c60','0de8dccf-dad9-5e6c-8ae6-59e6625be8b4','b97ff181-8a59-578d-a335-a2ead6af2a75',1.0,'8f092059-febd-5285-8529-c70a3f07067d','2026-11-15 10:08:00.000000',3.0,0.0);
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
INSERT INTO "fact" VALUES(1,1,'created','{"setup":{"name":"Club nihgt","options":{"ranking":"differential","rounds":3,"sound":true,"x":null},"system":"redemption"}}','Ann','2026-11-15T10:00:00.000000+00:00','make','d9800cb752231cedc5925607ae58a3371a5f40e744deeb78b2bc2ba96de3a41a');
INSERT INTO "fact" VALUES(1,2,'renamed','{"name":"Club night"}','Ann','2026-11-15T10:00:00.000000+00:00','make','ce487f80a1c5e6c2660f18fd970c4b9bf80760794620069e916f61928c38fcdf');
INSERT INTO "fact" VALUES(1,3,'options_changed','{"options":{"rounds":4}}','Ann','2026-11-15T10:00:00.000000+00:00','make','802965a1a662f8d5ef9cefecde607a5cef9ed1ece9aa27ea73dcb374ce0adad4');
INSERT INTO "fact" VALUES(1,4,'avoid_changed','{"avoid":[{"players":[1,2]},{"hard":false,"players":[3,4],"relation":"partners"}]}','Ann','2026-11-15T10:00:00.000000+00:00','make','7be40023848d9b76bbb2e03b5565824ecfd75ef53eb00e31299093710d610fcb');
INSERT INTO "fact" VALUES(1,5,'entered','{"player":{"club":"\u00c7","id":1,"name":"Ben","rating":1001}}','Ann','2026-11-15T10:00:00.000000+00:00','make','0da9f476d3089025612c8c1e88d758691bca51b9ad23a330479308b8a5c3cf12');
INSERT INTO "fact" VALUES(1,6,'entered','{"player":{"club":"\u00c7","id":2,"name":"\u00c7i\u011fdem \u0130nce","rating":1002}}','Ann','2026-11-15T10:00:00.000000+00:00','make','c30d601d9241df3375ed1850c13383fa92767e0a22a899d9d8aac82b3192871d');
INSERT INTO "fact" VALUES(1,7,'entered','{"player":{"club":"\u00c7","id":3,"name":"\u00c5sa","rating":1003}}','Ann','2026-11-15T10:00:00.000000+00:00','make','43636e41019d33602c853beb3101e7ecf71d00cfabef640ec9f1dc88a77aeee7');
INSERT INTO "fact" VALUES(1,8,'entered','{"player":{"club":"\u00c7","id":4,"name":"\u0141ucja","rating":1004}}','Ann','2026-11-15T10:00:00.000000+00:00','make','b71984d50c9b92812663cfb5a63e3b851859aafa2b8566501cd0243c57c64995');
INSERT INTO "fact" VALUES(1,9,'entered','{"player":{"club":"\u00c7","id":5,"name":"\u6f22\u5b57","rating":1005}}','Ann','2026-11-15T10:00:00.000000+00:00','make','526a6429c64512bc953c6338067dc31e7e58b7e55fafd873b0e1addc090b71f4');
INSERT INTO "fact" VALUES(1,10,'edited','{"player":{"club":"Club","id":5,"licence":99,"name":"\u0141ucja Nowak","national_rating":1400,"pinned_table":1,"rating":1500}}','Ben','2026-11-15T10:01:00.000000+00:00','request-0','0dc3e75edd67f0bde1fe66e0ce6748643a92a2f8aefa26eb07a5a565070f8777');
INSERT INTO "fact" VALUES(1,11,'checked_in','{"player":1}','Ben','2026-11-15T10:02:00.000000+00:00','request-1','4fdb743af37b6a8d131be5eadbf7c987e34b5d5236eaeb8eda689a92b4208364');
INSERT INTO "fact" VALUES(1,12,'checked_in','{"player":2}','Ben','2026-11-15T10:03:00.000000+00:00','request-2','7d35f7a2f869665a4e703b4348a1a4baf289a4b94e9b52a52b744be04a42b823');
INSERT INTO "fact" VALUES(1,13,'checked_in','{"here":false,"player":2}','Ben','2026-11-15T10:04:00.000000+00:00','request-3','050275d74a47b8482e109ff8dd94ef3da7c577c1cb58339665c1fb77248afe97');
INSERT INTO "fact" VALUES(1,14,'paired','{"numbers":{"1":5,"2":4,"3":3,"4":2,"5":1},"round":{"byes":[{"differential":0,"halves":6,"player":5}],"edition":"2025","number":1,"reasons":[{"article":"R4.4","code":"nearest","facts":{"skipped":[1,2.5,null,{"a":true}]},"table":1},{"article":"R1","code":"x"}],"relaxations":[{"article":"D7.3","code":"forced","facts":{"why":"few"},"players":[1,2]}],"seed":4611686018427387904,"status":"draft","tables":[{"first":[1],"number":1,"second":[2]},{"first":[3],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:05:00.000000+00:00','request-4','6076f79925497af475f01bd9212768602b6ba45c1188bacda52baae77ec09113');
INSERT INTO "fact" VALUES(1,15,'rearranged','{"round":{"byes":[{"player":5}],"number":1,"status":"draft","tables":[{"first":[1],"number":1,"second":[3]},{"first":[2],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:06:00.000000+00:00','request-5','802f5568fbcebf28f7f3ecb75a395ff69e2d173a0062e358c72daa5eb84cba4b');
INSERT INTO "fact" VALUES(1,16,'approved','{"approval":{"by":"Dora","reason":"only six came"},"round":1}','Ben','2026-11-15T10:07:00.000000+00:00','request-6','8e5bfc7b04b9fed31b63cc5636463c8e250b028714c8605eb354b348a80538bc');
INSERT INTO "fact" VALUES(1,17,'published','{"round":1}','Ben','2026-11-15T10:08:00.000000+00:00','request-7','4a0092f718830df6ce4d094bf4915177334a012150a3b327fbc42daf560fa554');
INSERT INTO "fact" VALUES(1,18,'result_entered','{"result":{"first":5,"kind":"scored","second":3},"round":1,"table":1}','Ben','2026-11-15T10:09:00.000000+00:00','request-8','bc90d96703f3625f155ef9cc300f5eb89b3a5eeddb64c118dd462b0412074ead');
INSERT INTO "fact" VALUES(1,19,'result_entered','{"absent":[4],"result":{"first_absent":false,"kind":"forfeit","second_absent":true},"round":1,"table":2}','Ben','2026-11-15T10:10:00.000000+00:00','request-9','4510fcf6c73ab4b70303eae83669f6d89b916a47304dfd3a6741fd66abff6176');
INSERT INTO "fact" VALUES(1,20,'result_entered','{"result":null,"round":1,"table":1}','Ben','2026-11-15T10:11:00.000000+00:00','request-10','9266e220c38025b094ff407c80409598560cf98aa4be79f65226091a9f2132d8');
INSERT INTO "fact" VALUES(1,21,'result_entered','{"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}','Ben','2026-11-15T10:12:00.000000+00:00','request-11','fca4ec749636f210454a793f923504a7adcca4556412948128e5f49c3d201451');
INSERT INTO "fact" VALUES(1,22,'closed','{"round":1}','Ben','2026-11-15T10:13:00.000000+00:00','request-12','f0c1c9876239117a581a3fc31284ac50476b016669135d12d8010637cff72e27');
INSERT INTO "fact" VALUES(1,23,'missed','{"player":5,"round":2}','Ben','2026-11-15T10:14:00.000000+00:00','request-13','37601e87ea938ed159cab4e01275d35c984d04e15100a3d693578a9265348821');
INSERT INTO "fact" VALUES(1,24,'paired','{"round":{"number":2,"tables":[{"earlier":[{"absent":[4],"result":{"first":1,"kind":"scored","second":1},"until":2}],"first":[1],"number":1,"second":[4]},{"first":[2],"number":2,"second":[3]}]}}','Ben','2026-11-15T10:15:00.000000+00:00','request-14','3481a4bd1c94d3b5cc12dfdc6453122366c894496763fe9a1999c4e93e676146');
INSERT INTO "fact" VALUES(1,25,'discarded','{"round":2}','Ben','2026-11-15T10:16:00.000000+00:00','request-15','4f5cd8316a69cfc285d04c15476284387da94d46ee40436dc6140eb58e30869f');
INSERT INTO "fact" VALUES(1,26,'left','{"after":1,"player":4}','Ben','2026-11-15T10:17:00.000000+00:00','request-16','f141ec003f1bb0f6f76254e5745e533a8c35c97799c68d1b7720e6b188ff8978');
INSERT INTO "fact" VALUES(1,27,'returned','{"player":4,"round":3}','Ben','2026-11-15T10:18:00.000000+00:00','request-17','1a6d0c4a80d448cedaee237483c1286a81207160db00fa4479f38a461918bd0e');
INSERT INTO "fact" VALUES(1,28,'finished','{}','Ben','2026-11-15T10:19:00.000000+00:00','request-18','7246cea1558141b00cd8efb9a15d449b14f71131c6ec3ccf250bf3b8f1156943');
INSERT INTO "fact" VALUES(1,29,'finished','{"again":true}','Ben','2026-11-15T10:20:00.000000+00:00','request-19','dcc7a66113ffde65630955a813e85941d1f28fcfdaf3ce2fa76c6d54d618de6d');
INSERT INTO "fact" VALUES(1,30,'archived','{}','Ben','2026-11-15T10:21:00.000000+00:00','request-20','4d7ad35306828fc76592b74ad0d75ec7915424864aa311eff6f4cea5555c4da0');
INSERT INTO "fact" VALUES(1,31,'archived','{"away":false}','Ben','2026-11-15T10:22:00.000000+00:00','request-21','7861f324fd93341e6e9ed93a7d50673e2c3cc92385d0cafe6769e60c6926af27');
INSERT INTO "fact" VALUES(1,32,'deleted','{}','Ben','2026-11-15T10:23:00.000000+00:00','request-22','71ac189f5ff90483df7dddc0507ce71cb80ff4f57a3c0218ba2d6f31027bd4b6');
INSERT INTO "fact" VALUES(1,33,'deleted','{"gone":false}','Ben','2026-11-15T10:24:00.000000+00:00','request-23','88380d7862fa8de15eb8398a1f7ac118df755f3f1a253a6a7455c725cfeed6b2');
INSERT INTO "fact" VALUES(1,34,'renamed','{"name":"Undone"}','Ben','2026-11-15T10:25:00.000000+00:00','request-24','5c7f27463cf898cf3cda950552c21c27d4ea9bb6d892ef0d810555070855dc2d');
INSERT INTO "fact" VALUES(1,35,'undone','{"versions":[34]}','Ben','2026-11-15T10:26:00.000000+00:00','request-25','21f9c959898a1d7f5102c35a13e5c71553f89ef791bb7f08ac0b50a9c35ef573');
INSERT INTO "fact" VALUES(1,36,'renamed','{"name":"Redone"}','Ben','2026-11-15T10:27:00.000000+00:00','request-26','dc8fde6cf755d4b051734e2cf43ce8e5238f8e6b3fe6200353659612bbf29933');
INSERT INTO "fact" VALUES(1,37,'undone','{"versions":[36]}','Ben','2026-11-15T10:28:00.000000+00:00','request-27','9ff5dd5c69d35bfcbc7281b68efe6ac0075cbf87a80580bc0ae9905240e80fde');
INSERT INTO "fact" VALUES(1,38,'redone','{"versions":[36]}','Ben','2026-11-15T10:29:00.000000+00:00','request-28','d1e4284aa7f96f99e99ba404a63cd03d15d8237d9b6e8a241e2054525b78a473');
INSERT INTO "fact" VALUES(1,39,'reported','{"player":1,"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}','Ben','2026-11-15T10:30:00.000000+00:00','request-29','adbf011b13c7120fd0a8a8bfa0c253ef3b0ea51ee7a84f8bf7ccd92d620a9d9c');
INSERT INTO "fact" VALUES(1,40,'reported','{"player":1,"result":null,"round":1,"table":1}','Ben','2026-11-15T10:31:00.000000+00:00','request-30','ef06b02ca9739f9ee62e5376ad715528546b0d67f8a4975c7ca213455a434271');
INSERT INTO "fact" VALUES(2,1,'created','{"setup":{"name":"Kul\u00fcp \u015fampiyonas\u0131","system":"chess"}}','Çiğdem','2026-11-15T10:32:00.000000+00:00',NULL,'20fa8d9930e281dbc7da79e3ec44d31f83b6e1947cf84abd77aed4aec552797a');
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
INSERT INTO "ledger" VALUES(1,'81RD9G',40,'ef06b02ca9739f9ee62e5376ad715528546b0d67f8a4975c7ca213455a434271','Redone','redemption',0,0,0,'2026-11-15T10:00:00.000000+00:00','2026-11-15T10:31:00.000000+00:00');
INSERT INTO "ledger" VALUES(2,'ZGKH7D',1,'20fa8d9930e281dbc7da79e3ec44d31f83b6e1947cf84abd77aed4aec552797a','Kulüp şampiyonası','chess',0,0,0,'2026-11-15T10:32:00.000000+00:00','2026-11-15T10:32:00.000000+00:00');
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
INSERT INTO "match_players" VALUES('c114e3a2-28da-505a-ba82-57c771665eb3',1,1,'7ffd2e65-097f-5441-91bc-981de2e6b5be','win',3.0,1.0);
INSERT INTO "match_players" VALUES('c114e3a2-28da-505a-ba82-57c771665eb3',2,1,'f16e9dfa-c536-54c5-bc6a-e48186c0ce4f','loss',0.0,-1.0);
INSERT INTO "match_players" VALUES('a8f10c95-dee6-5318-9876-f878c3880f33',1,1,'ae9ed352-17ee-5749-8f4f-a99a691e02e6','walkover',3.0,0.0);
INSERT INTO "match_players" VALUES('a8f10c95-dee6-5318-9876-f878c3880f33',2,1,'f97e1c73-d5bf-5a45-8024-d41f8d12e97c','absent',0.0,-5.0);
CREATE TABLE matches (
	id CHAR(36) NOT NULL, 
	tournament_id CHAR(36), 
	round INTEGER NOT NULL, 
	player1_id CHAR(36), 
	player2_id CHAR(36), 
	player1_score REAL, 
	player2_score REAL, 
	winner_id CHAR(36), 
	updated_at DATETIME, 
	is_tie BOOLEAN, 
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
INSERT INTO "matches" VALUES('c114e3a2-28da-505a-ba82-57c771665eb3','b97ff181-8a59-578d-a335-a2ead6af2a75',1,'7ffd2e65-097f-5441-91bc-981de2e6b5be','f16e9dfa-c536-54c5-bc6a-e48186c0ce4f',5.0,4.0,'7ffd2e65-097f-5441-91bc-981de2e6b5be','2026-11-15 10:12:00.000000',0,3.0,0.0,-1.0,1.0,1);
INSERT INTO "matches" VALUES('a8f10c95-dee6-5318-9876-f878c3880f33','b97ff181-8a59-578d-a335-a2ead6af2a75',1,'ae9ed352-17ee-5749-8f4f-a99a691e02e6','f97e1c73-d5bf-5a45-8024-d41f8d12e97c',NULL,NULL,'ae9ed352-17ee-5749-8f4f-a99a691e02e6','2026-11-15 10:10:00.000000',0,3.0,0.0,-5.0,0.0,2);
CREATE TABLE note (
	scope TEXT NOT NULL, 
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT pk_note PRIMARY KEY (scope, name)
);
INSERT INTO "note" VALUES('81RD9G','clock','{"round": 1, "length": 2700, "used": 0.0, "started": 1794737280.0, "extra": {}}',1);
INSERT INTO "note" VALUES('81RD9G','display','{"language": "tr"}',1);
INSERT INTO "note" VALUES('','hall','{"name": "Kulüp"}',1);
CREATE TABLE participants (
	id CHAR(36) NOT NULL, 
	tournament_id CHAR(36), 
	joined_at DATETIME, 
	place DOUBLE, 
	match_points DOUBLE, 
	differential DOUBLE, 
	name TEXT, 
	dropped_out BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "participants" VALUES('7ffd2e65-097f-5441-91bc-981de2e6b5be','b97ff181-8a59-578d-a335-a2ead6af2a75','2026-11-15 10:00:00.000000',1.0,3.0,1.0,'Ben',0);
INSERT INTO "participants" VALUES('ae9ed352-17ee-5749-8f4f-a99a691e02e6','b97ff181-8a59-578d-a335-a2ead6af2a75','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Çiğdem İnce',0);
INSERT INTO "participants" VALUES('f16e9dfa-c536-54c5-bc6a-e48186c0ce4f','b97ff181-8a59-578d-a335-a2ead6af2a75','2026-11-15 10:00:00.000000',4.0,0.0,-1.0,'Åsa',0);
INSERT INTO "participants" VALUES('f97e1c73-d5bf-5a45-8024-d41f8d12e97c','b97ff181-8a59-578d-a335-a2ead6af2a75','2026-11-15 10:00:00.000000',5.0,0.0,-5.0,'Łucja',0);
INSERT INTO "participants" VALUES('0de8dccf-dad9-5e6c-8ae6-59e6625be8b4','b97ff181-8a59-578d-a335-a2ead6af2a75','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Łucja Nowak',0);
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
INSERT INTO "request" VALUES('81RD9G','request-0','bd4433c3f11e0048cca0dc007b34b52725f86165b9e22a946fe923ec4f211157',1,10);
INSERT INTO "request" VALUES('81RD9G','request-1','dac04342b5ff47ff397b4c6ccf8ab5622a6422e3493098c413ed27c889684db0',1,11);
INSERT INTO "request" VALUES('81RD9G','request-2','78f92bf2d260cc23afad9c8ba50f93ee3e449acb6dd5ddf5b551bff64e66bd3d',1,12);
INSERT INTO "request" VALUES('81RD9G','request-3','e2dc72391c736d4f6a8e3da722c1f707c86fc46d86e8113ef7ceba37fc6e0f5f',1,13);
INSERT INTO "request" VALUES('81RD9G','request-4','aff2df4811bc842f51dc09a90937622e0735a5de764d302d166c624d3866feca',1,14);
INSERT INTO "request" VALUES('81RD9G','request-5','a4d46a14b0eb66c22e2b8dcc6ec00d0a23513c398fb80b97a42d7815e4753d8b',1,15);
INSERT INTO "request" VALUES('81RD9G','request-6','1f4fa568ea840dd3a2ee39b98418cfee98237f36eccb2777f1857efde6ba4938',1,16);
INSERT INTO "request" VALUES('81RD9G','request-7','c4a91dd73820c768cb5add19148e563773b98f2896e5644f23cf9a9b5d8a253b',1,17);
INSERT INTO "request" VALUES('81RD9G','request-8','55e74967733417ccf128734d8966ca63ad0ce9713e48e068a0d5f4fac03af8ee',1,18);
INSERT INTO "request" VALUES('81RD9G','request-9','4617f4fd07ae6fbb409ec108fd8fa8f50d76ef24ea5532c7894b1d7d8e2aa60b',1,19);
INSERT INTO "request" VALUES('81RD9G','request-10','a656fbbf737233d87b6980790a097907731cacc226f3398d7695697443945fe4',1,20);
INSERT INTO "request" VALUES('81RD9G','request-11','85adfa1fb4661698ddc03e872bdcc872de7e3c49b45ba056c30c84fab02441d4',1,21);
INSERT INTO "request" VALUES('81RD9G','request-12','ac675ad0e950b48055669bebb2e43fe86dae492257348c423061a2b65cf2413c',1,22);
INSERT INTO "request" VALUES('81RD9G','request-13','a2a974dfd1d0fce70429622818e76ee41dc4571a088b92864ce3386839c9f0c1',1,23);
INSERT INTO "request" VALUES('81RD9G','request-14','45b3ddfd394862d87c078eb2c870641fea841078bce9c8915a669c1788cc6757',1,24);
INSERT INTO "request" VALUES('81RD9G','request-15','6261b09e7582217be220024636739a49d8c4872157991a2cef1aa96723ad058e',1,25);
INSERT INTO "request" VALUES('81RD9G','request-16','470165350a5680ebd08a5ce109c55d261b37d1f337a50bc308a89a046f3e1412',1,26);
INSERT INTO "request" VALUES('81RD9G','request-17','f271eeb07c68282aeed1a6b88690c02ee19bc6205289b48a3506c5d5d3cd1086',1,27);
INSERT INTO "request" VALUES('81RD9G','request-18','eecfd92a9ae56dfaa02f2b641812c1fadc7a9b8981fdaf3c2ed7483e55ec068f',1,28);
INSERT INTO "request" VALUES('81RD9G','request-19','09bc42310bd49bfdfd18d1834320919bd12d2d77ca0661d68a34e3e7c30e90d8',1,29);
INSERT INTO "request" VALUES('81RD9G','request-20','39b51fd5eeebce910f38bc8391b0a1ae5460cbc8af767f89c5d9a3a9fe3e3467',1,30);
INSERT INTO "request" VALUES('81RD9G','request-21','0f93edb17d6d593c633f5b036b2b720c8125fc0d43256ba4332a005efe26fcc1',1,31);
INSERT INTO "request" VALUES('81RD9G','request-22','d8a795bf35c29e9f16dbcedc586dc133ddc2c6deb535aa397778c54b02aa190f',1,32);
INSERT INTO "request" VALUES('81RD9G','request-23','713028c6a66c0346906a0270ae0a47b06eccedba66ba6a231c93c1045b8d8758',1,33);
INSERT INTO "request" VALUES('81RD9G','request-24','ef5e12af2840eb2ec41fb5998313fb014d183a9b779c6647d794ddd59bb81c72',1,34);
INSERT INTO "request" VALUES('81RD9G','request-25','da9596e922fb6af65fdafb828f7639c2df7adb36fd6d7bea41587c93793f62ad',1,35);
INSERT INTO "request" VALUES('81RD9G','request-26','938dff64e7eec5515717bec082ca8ee1c4fe75a3aee0cfdd8b3c0e3557ae64e6',1,36);
INSERT INTO "request" VALUES('81RD9G','request-27','69f24f33391fb640f47a6e322d688751caf615940a8ba14e5ce954d2e2704d77',1,37);
INSERT INTO "request" VALUES('81RD9G','request-28','ce3881402f2177363c23d97bb6ea2cffd65b18082d9e90cebdcea093f6d3d2e2',1,38);
INSERT INTO "request" VALUES('81RD9G','request-29','9e32ee881ae2d1d69445b05db26801dca82e63f555b79af171393f3c06440c07',1,39);
INSERT INTO "request" VALUES('81RD9G','request-30','e8379f7bf378aefabd81eee49f8aad1afb9f13a08943a07d744882bf95014b4a',1,40);
CREATE TABLE ronda_schema (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT ronda_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "ronda_schema" VALUES('0003');
CREATE TABLE rounds (
	id CHAR(36) NOT NULL, 
	tournament_id CHAR(36), 
	round_number INTEGER NOT NULL, 
	started_at DATETIME, 
	ended_at DATETIME, 
	is_completed BOOLEAN, 
	PRIMARY KEY (id), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE ON UPDATE CASCADE, 
	CONSTRAINT rounds_tournament_id_round_number_key UNIQUE (tournament_id, round_number)
);
INSERT INTO "rounds" VALUES('8f092059-febd-5285-8529-c70a3f07067d','b97ff181-8a59-578d-a335-a2ead6af2a75',1,'2026-11-15 10:08:00.000000','2026-11-15 10:13:00.000000',1);
CREATE TABLE tournaments (
	id CHAR(36) NOT NULL, 
	name TEXT NOT NULL, 
	host_id CHAR(36), 
	code TEXT, 
	created_at DATETIME, 
	updated_at DATETIME, 
	started_at DATETIME, 
	ended_at DATETIME, 
	has_started BOOLEAN, 
	has_ended BOOLEAN, 
	n_rounds INTEGER, 
	current_round INTEGER, 
	round_length INTEGER, 
	max_score INTEGER, 
	bye_points REAL, 
	bye_differential SMALLINT, 
	starting_table_number BIGINT, 
	sound_notifications BOOLEAN, 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "tournaments" VALUES('b97ff181-8a59-578d-a335-a2ead6af2a75','Redone','11111111-1111-4111-8111-111111111111','81RD9G','2026-11-15 10:00:00.000000','2026-11-15 10:29:00.000000','2026-11-15 10:08:00.000000',NULL,1,0,4,1,45,5,3.0,0,1,1);
INSERT INTO "tournaments" VALUES('73c28c36-1c97-52df-bd78-d7b589f7fd43','Kulüp şampiyonası',NULL,'ZGKH7D','2026-11-15 10:32:00.000000','2026-11-15 10:32:00.000000',NULL,NULL,0,0,1,NULL,NULL,NULL,1.0,NULL,1,0);
INSERT INTO "tournaments" VALUES('22222222-2222-4222-8222-222222222222','Somebody else''s',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX participants_tournament_id_idx ON participants (tournament_id);
CREATE INDEX byes_participant_id_idx ON byes (participant_id);
CREATE INDEX byes_round_id_idx ON byes (round_id);
CREATE INDEX byes_tournament_id_idx ON byes (tournament_id);
CREATE INDEX matches_tournament_id_round_idx ON matches (tournament_id, round);
CREATE INDEX matches_player1_id_idx ON matches (player1_id);
CREATE INDEX matches_player2_id_idx ON matches (player2_id);
CREATE INDEX matches_winner_id_idx ON matches (winner_id);
CREATE INDEX match_players_participant_id_idx ON match_players (participant_id);
CREATE INDEX ix_desk_pass_scope ON desk_pass (scope);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('ledger',2);
COMMIT;
