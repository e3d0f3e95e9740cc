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
INSERT INTO "byes" VALUES('0f04a6da-f1cb-5582-9089-8155ffe15b67','2366bb24-d78c-523a-a2f2-6e4d1ffe5ece','93231ca2-9c24-521d-b08f-6215c5808deb',1.0,'80d39596-5cb7-5369-8d6e-3e0eb7a4a3de','2026-11-15 10:08:00.000000',3.0,0.0);
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
INSERT INTO "fact" VALUES(1,1,'created','{"setup":{"name":"Club nihgt","options":{"ranking":"differential","rounds":3,"sound":true,"x":null},"system":"redemption"}}','Ann','2026-11-15T10:00:00.000000+00:00','make','e1783437dba4b9a6cb0e07028947a4a79430e12aef09015eeff020b023073de9');
INSERT INTO "fact" VALUES(1,2,'renamed','{"name":"Club night"}','Ann','2026-11-15T10:00:00.000000+00:00','make','f25978599065cd4a3020cedfc56b4af9284469ebf97b6873cceb4e47ab653e87');
INSERT INTO "fact" VALUES(1,3,'options_changed','{"options":{"rounds":4}}','Ann','2026-11-15T10:00:00.000000+00:00','make','ac790b0d50f93dee9a4af6a7db7afac8596ed4ea7d559f691948fd21ec4bb90f');
INSERT INTO "fact" VALUES(1,4,'avoid_changed','{"avoid":[{"players":[1,2]},{"hard":false,"players":[3,4],"relation":"partners"}]}','Ann','2026-11-15T10:00:00.000000+00:00','make','5a6d7e23959bdd9b60d245b9a6b179c97e6c02df249014da6127454b715ab292');
INSERT INTO "fact" VALUES(1,5,'entered','{"player":{"club":"\u00c7","id":1,"name":"Ben","rating":1001}}','Ann','2026-11-15T10:00:00.000000+00:00','make','e4ad5e6a437f086331f47fca68bc4c1c0394ddb248ae3559ec3a0a0f8bb8a5ba');
INSERT INTO "fact" VALUES(1,6,'entered','{"player":{"club":"\u00c7","id":2,"name":"\u00c7i\u011fdem \u0130nce","rating":1002}}','Ann','2026-11-15T10:00:00.000000+00:00','make','a82a1040a7913cbbf20ce1701804486f0ce2ad87c1e9e4c0361c64b8de715330');
INSERT INTO "fact" VALUES(1,7,'entered','{"player":{"club":"\u00c7","id":3,"name":"\u00c5sa","rating":1003}}','Ann','2026-11-15T10:00:00.000000+00:00','make','e1a2517a3fe0215b462de5fc0f45659a24e597d9343809df4aa1887f99e57c1a');
INSERT INTO "fact" VALUES(1,8,'entered','{"player":{"club":"\u00c7","id":4,"name":"\u0141ucja","rating":1004}}','Ann','2026-11-15T10:00:00.000000+00:00','make','ba40db9b367707b22af98f633ee93fc7ba0aea1b3c1626cfef84d1336459734e');
INSERT INTO "fact" VALUES(1,9,'entered','{"player":{"club":"\u00c7","id":5,"name":"\u6f22\u5b57","rating":1005}}','Ann','2026-11-15T10:00:00.000000+00:00','make','ba08d83c8127db3a2697a0c1dbbc73c1ff9074cb6db58c469f4ccec0f34109e7');
INSERT INTO "fact" VALUES(1,10,'edited','{"player":{"club":"Club","id":5,"licence":99,"name":"\u0141ucja Nowak","national_rating":1400,"pinned_table":1,"rating":1500}}','Ben','2026-11-15T10:01:00.000000+00:00','request-0','b99c7b5f7ea6dcf023c381891e34bc7b1cbeee7884df0a1582efd6222b9c40f8');
INSERT INTO "fact" VALUES(1,11,'checked_in','{"player":1}','Ben','2026-11-15T10:02:00.000000+00:00','request-1','3e031492a37c5d6d477218b1f0dd8e59e6c37ffde10448b12ac64ce3368896e9');
INSERT INTO "fact" VALUES(1,12,'checked_in','{"player":2}','Ben','2026-11-15T10:03:00.000000+00:00','request-2','7691b5117f501ceaaacf49a29672a97634164d5a72a1030f0c75046096c9197f');
INSERT INTO "fact" VALUES(1,13,'checked_in','{"here":false,"player":2}','Ben','2026-11-15T10:04:00.000000+00:00','request-3','7b9f34e663668873da4058a25b10f39223b459b441c6075112e9d0ef12c13b16');
INSERT INTO "fact" VALUES(1,14,'paired','{"numbers":{"1":5,"2":4,"3":3,"4":2,"5":1},"round":{"byes":[{"differential":0,"halves":6,"player":5}],"edition":"2025","number":1,"reasons":[{"article":"R4.4","code":"nearest","facts":{"skipped":[1,2.5,null,{"a":true}]},"table":1},{"article":"R1","code":"x"}],"relaxations":[{"article":"D7.3","code":"forced","facts":{"why":"few"},"players":[1,2]}],"seed":4611686018427387904,"status":"draft","tables":[{"first":[1],"number":1,"second":[2]},{"first":[3],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:05:00.000000+00:00','request-4','1749d8432c1aa70cc7471ab7f5e242fb37f3cff6de3b3f0be89218842bc0a322');
INSERT INTO "fact" VALUES(1,15,'rearranged','{"round":{"byes":[{"player":5}],"number":1,"status":"draft","tables":[{"first":[1],"number":1,"second":[3]},{"first":[2],"number":2,"second":[4]}]}}','Ben','2026-11-15T10:06:00.000000+00:00','request-5','b1cc3d5d8df40ccacdf16c5ae22afeb0c2c5a1e268012c2b2b55e4b86b16b66e');
INSERT INTO "fact" VALUES(1,16,'approved','{"approval":{"by":"Dora","reason":"only six came"},"round":1}','Ben','2026-11-15T10:07:00.000000+00:00','request-6','1c705bec7aa6a83cd7a555d0f57aff7901232049fde78497f253fe802607399b');
INSERT INTO "fact" VALUES(1,17,'published','{"round":1}','Ben','2026-11-15T10:08:00.000000+00:00','request-7','df2a8d5d0567958ad6ab34c18b29f5f325828cb9229243fc1ce861a952c6b928');
INSERT INTO "fact" VALUES(1,18,'result_entered','{"result":{"first":5,"kind":"scored","second":3},"round":1,"table":1}','Ben','2026-11-15T10:09:00.000000+00:00','request-8','9d09c9de283cb5ccdd63c6c80f88ec0a71c4553dd4740ca4daaf2cff5e467603');
INSERT INTO "fact" VALUES(1,19,'result_entered','{"absent":[4],"result":{"first_absent":false,"kind":"forfeit","second_absent":true},"round":1,"table":2}','Ben','2026-11-15T10:10:00.000000+00:00','request-9','848167c7a811ca35b585d7ed9874e459e3f1147172ec4fc47414b0a1059f6006');
INSERT INTO "fact" VALUES(1,20,'result_entered','{"result":null,"round":1,"table":1}','Ben','2026-11-15T10:11:00.000000+00:00','request-10','bb3c68b2f4f5a5d94510dcc49b018aeea389b176fe56080de03d0f053a01dace');
INSERT INTO "fact" VALUES(1,21,'result_entered','{"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}','Ben','2026-11-15T10:12:00.000000+00:00','request-11','e55421e38b19ef8fee2f08f7cb609edd73b90c1d93f51554edfaec1b7408cdda');
INSERT INTO "fact" VALUES(1,22,'closed','{"round":1}','Ben','2026-11-15T10:13:00.000000+00:00','request-12','425807a53ba39ddb4e21ef5d5f37bac2a18ea961d1d1f094a10cbc270f3489f6');
INSERT INTO "fact" VALUES(1,23,'missed','{"player":5,"round":2}','Ben','2026-11-15T10:14:00.000000+00:00','request-13','bc7ff78c52ad980fe31001546c676843bb9ff8af0bad1668e2f6ff8b3a2dfb4e');
INSERT INTO "fact" VALUES(1,24,'paired','{"round":{"number":2,"tables":[{"earlier":[{"absent":[4],"result":{"first":1,"kind":"scored","second":1},"until":2}],"first":[1],"number":1,"second":[4]},{"first":[2],"number":2,"second":[3]}]}}','Ben','2026-11-15T10:15:00.000000+00:00','request-14','78add279971e725988928b0df05cca1f7a1ee1ddc9b78c3e3cd41fbd4125fd99');
INSERT INTO "fact" VALUES(1,25,'discarded','{"round":2}','Ben','2026-11-15T10:16:00.000000+00:00','request-15','6b1a2ec1406ed6454f7a651890244fcc7af9843a7e41baf3093d65089ce7819b');
INSERT INTO "fact" VALUES(1,26,'left','{"after":1,"player":4}','Ben','2026-11-15T10:17:00.000000+00:00','request-16','a24d310bd65fd7872e7e58056f0025a4f5d9671f7fefcdbae47068de5f3e84be');
INSERT INTO "fact" VALUES(1,27,'returned','{"player":4,"round":3}','Ben','2026-11-15T10:18:00.000000+00:00','request-17','1d3dc08e91441397015d5102b6c633d59ccf7a9ed7fc30b9007d01fe8577c81a');
INSERT INTO "fact" VALUES(1,28,'finished','{}','Ben','2026-11-15T10:19:00.000000+00:00','request-18','918a75b2659f1308f4dd4138742fd92f05c641b734d419a2c400e855416291bb');
INSERT INTO "fact" VALUES(1,29,'finished','{"again":true}','Ben','2026-11-15T10:20:00.000000+00:00','request-19','d8c95bde475a1ff80a541d6f7f9c7d7580ae3924606b5291eb9353fedfd036e5');
INSERT INTO "fact" VALUES(1,30,'archived','{}','Ben','2026-11-15T10:21:00.000000+00:00','request-20','53d5096e9a0f9d5cd45e24f9694cdc1280da33af5873cf8d47592d19114d24c8');
INSERT INTO "fact" VALUES(1,31,'archived','{"away":false}','Ben','2026-11-15T10:22:00.000000+00:00','request-21','e5596349492eb15dbca423a3efdc19676abb3d41cd0d7e06344d4aa3934bb4b9');
INSERT INTO "fact" VALUES(1,32,'deleted','{}','Ben','2026-11-15T10:23:00.000000+00:00','request-22','d00a12da6db3260e45eb1555b632ae6d04a1e4e5e2fcb34546569fe8aae88fc6');
INSERT INTO "fact" VALUES(1,33,'deleted','{"gone":false}','Ben','2026-11-15T10:24:00.000000+00:00','request-23','ff9a32f955162f772e451963057566500231068cf06f19994bdb90a087767f83');
INSERT INTO "fact" VALUES(1,34,'renamed','{"name":"Undone"}','Ben','2026-11-15T10:25:00.000000+00:00','request-24','5277929adb4320cc2d5dd91b622fe85b5365428ede3b14a7868638cd2d5cb512');
INSERT INTO "fact" VALUES(1,35,'undone','{"versions":[34]}','Ben','2026-11-15T10:26:00.000000+00:00','request-25','aef7e1771b273e93d735319c0a8609d5800176ff7f1c53fa4e99244261a9a9b0');
INSERT INTO "fact" VALUES(1,36,'renamed','{"name":"Redone"}','Ben','2026-11-15T10:27:00.000000+00:00','request-26','8f1b4be223d82619941c28a46a3eeeef295c3caa33c6f089e6710462a96ae28d');
INSERT INTO "fact" VALUES(1,37,'undone','{"versions":[36]}','Ben','2026-11-15T10:28:00.000000+00:00','request-27','d79dbe46edc1f36109afe4105a7a9dd6e2dc004910f2e58c654365b280ebeb52');
INSERT INTO "fact" VALUES(1,38,'redone','{"versions":[36]}','Ben','2026-11-15T10:29:00.000000+00:00','request-28','3f2dadfd819fa0ace47b532347cd0884f743ba322e892b57f165affc2d278eb1');
INSERT INTO "fact" VALUES(2,1,'created','{"setup":{"name":"Kul\u00fcp \u015fampiyonas\u0131","system":"chess"}}','Çiğdem','2026-11-15T10:30:00.000000+00:00',NULL,'feb604f5dd7c4d64c3bb94810b88c5bb668a142066ce5eb50cc6c30614836948');
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
INSERT INTO "ledger" VALUES(1,'159G79',38,'3f2dadfd819fa0ace47b532347cd0884f743ba322e892b57f165affc2d278eb1','Redone','redemption',0,0,0,'2026-11-15T10:00:00.000000+00:00','2026-11-15T10:29:00.000000+00:00');
INSERT INTO "ledger" VALUES(2,'WF475P',1,'feb604f5dd7c4d64c3bb94810b88c5bb668a142066ce5eb50cc6c30614836948','Kulüp şampiyonası','chess',0,0,0,'2026-11-15T10:30:00.000000+00:00','2026-11-15T10:30:00.000000+00:00');
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
INSERT INTO "match_players" VALUES('9a5cfcc0-515d-581b-8c59-899faf5d45a5',1,1,'83c0d081-20fc-5222-9d44-87b59b76a8ee','win',3.0,1.0);
INSERT INTO "match_players" VALUES('9a5cfcc0-515d-581b-8c59-899faf5d45a5',2,1,'7676e9a7-f16e-5a7d-a133-fcbf60cb0054','loss',0.0,-1.0);
INSERT INTO "match_players" VALUES('325ec32d-0516-50e0-8e61-19c1719d69c2',1,1,'9d7b1a56-ed9f-5314-98e9-b106e8e51ee4','walkover',3.0,0.0);
INSERT INTO "match_players" VALUES('325ec32d-0516-50e0-8e61-19c1719d69c2',2,1,'65f4dd41-c016-5aa7-b1aa-47495698049a','absent',0.0,-5.0);
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
INSERT INTO "matches" VALUES('9a5cfcc0-515d-581b-8c59-899faf5d45a5','93231ca2-9c24-521d-b08f-6215c5808deb',1,'83c0d081-20fc-5222-9d44-87b59b76a8ee','7676e9a7-f16e-5a7d-a133-fcbf60cb0054',5.0,4.0,'83c0d081-20fc-5222-9d44-87b59b76a8ee','2026-11-15 10:12:00.000000',0,3.0,0.0,-1.0,1.0,1);
INSERT INTO "matches" VALUES('325ec32d-0516-50e0-8e61-19c1719d69c2','93231ca2-9c24-521d-b08f-6215c5808deb',1,'9d7b1a56-ed9f-5314-98e9-b106e8e51ee4','65f4dd41-c016-5aa7-b1aa-47495698049a',NULL,NULL,'9d7b1a56-ed9f-5314-98e9-b106e8e51ee4','2026-11-15 10:10:00.000000',0,3.0,0.0,-5.0,0.0,2);
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
INSERT INTO "participants" VALUES('83c0d081-20fc-5222-9d44-87b59b76a8ee','93231ca2-9c24-521d-b08f-6215c5808deb','2026-11-15 10:00:00.000000',1.0,3.0,1.0,'Ben',0);
INSERT INTO "participants" VALUES('9d7b1a56-ed9f-5314-98e9-b106e8e51ee4','93231ca2-9c24-521d-b08f-6215c5808deb','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Çiğdem İnce',0);
INSERT INTO "participants" VALUES('7676e9a7-f16e-5a7d-a133-fcbf60cb0054','93231ca2-9c24-521d-b08f-6215c5808deb','2026-11-15 10:00:00.000000',4.0,0.0,-1.0,'Åsa',0);
INSERT INTO "participants" VALUES('65f4dd41-c016-5aa7-b1aa-47495698049a','93231ca2-9c24-521d-b08f-6215c5808deb','2026-11-15 10:00:00.000000',5.0,0.0,-5.0,'Łucja',0);
INSERT INTO "participants" VALUES('2366bb24-d78c-523a-a2f2-6e4d1ffe5ece','93231ca2-9c24-521d-b08f-6215c5808deb','2026-11-15 10:00:00.000000',2.0,3.0,0.0,'Łucja Nowak',0);
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
INSERT INTO "request" VALUES('159G79','request-0','bd4433c3f11e0048cca0dc007b34b52725f86165b9e22a946fe923ec4f211157',1,10);
INSERT INTO "request" VALUES('159G79','request-1','dac04342b5ff47ff397b4c6ccf8ab5622a6422e3493098c413ed27c889684db0',1,11);
INSERT INTO "request" VALUES('159G79','request-2','78f92bf2d260cc23afad9c8ba50f93ee3e449acb6dd5ddf5b551bff64e66bd3d',1,12);
INSERT INTO "request" VALUES('159G79','request-3','e2dc72391c736d4f6a8e3da722c1f707c86fc46d86e8113ef7ceba37fc6e0f5f',1,13);
INSERT INTO "request" VALUES('159G79','request-4','aff2df4811bc842f51dc09a90937622e0735a5de764d302d166c624d3866feca',1,14);
INSERT INTO "request" VALUES('159G79','request-5','a4d46a14b0eb66c22e2b8dcc6ec00d0a23513c398fb80b97a42d7815e4753d8b',1,15);
INSERT INTO "request" VALUES('159G79','request-6','1f4fa568ea840dd3a2ee39b98418cfee98237f36eccb2777f1857efde6ba4938',1,16);
INSERT INTO "request" VALUES('159G79','request-7','c4a91dd73820c768cb5add19148e563773b98f2896e5644f23cf9a9b5d8a253b',1,17);
INSERT INTO "request" VALUES('159G79','request-8','55e74967733417ccf128734d8966ca63ad0ce9713e48e068a0d5f4fac03af8ee',1,18);
INSERT INTO "request" VALUES('159G79','request-9','4617f4fd07ae6fbb409ec108fd8fa8f50d76ef24ea5532c7894b1d7d8e2aa60b',1,19);
INSERT INTO "request" VALUES('159G79','request-10','a656fbbf737233d87b6980790a097907731cacc226f3398d7695697443945fe4',1,20);
INSERT INTO "request" VALUES('159G79','request-11','85adfa1fb4661698ddc03e872bdcc872de7e3c49b45ba056c30c84fab02441d4',1,21);
INSERT INTO "request" VALUES('159G79','request-12','ac675ad0e950b48055669bebb2e43fe86dae492257348c423061a2b65cf2413c',1,22);
INSERT INTO "request" VALUES('159G79','request-13','a2a974dfd1d0fce70429622818e76ee41dc4571a088b92864ce3386839c9f0c1',1,23);
INSERT INTO "request" VALUES('159G79','request-14','45b3ddfd394862d87c078eb2c870641fea841078bce9c8915a669c1788cc6757',1,24);
INSERT INTO "request" VALUES('159G79','request-15','6261b09e7582217be220024636739a49d8c4872157991a2cef1aa96723ad058e',1,25);
INSERT INTO "request" VALUES('159G79','request-16','470165350a5680ebd08a5ce109c55d261b37d1f337a50bc308a89a046f3e1412',1,26);
INSERT INTO "request" VALUES('159G79','request-17','f271eeb07c68282aeed1a6b88690c02ee19bc6205289b48a3506c5d5d3cd1086',1,27);
INSERT INTO "request" VALUES('159G79','request-18','eecfd92a9ae56dfaa02f2b641812c1fadc7a9b8981fdaf3c2ed7483e55ec068f',1,28);
INSERT INTO "request" VALUES('159G79','request-19','09bc42310bd49bfdfd18d1834320919bd12d2d77ca0661d68a34e3e7c30e90d8',1,29);
INSERT INTO "request" VALUES('159G79','request-20','39b51fd5eeebce910f38bc8391b0a1ae5460cbc8af767f89c5d9a3a9fe3e3467',1,30);
INSERT INTO "request" VALUES('159G79','request-21','0f93edb17d6d593c633f5b036b2b720c8125fc0d43256ba4332a005efe26fcc1',1,31);
INSERT INTO "request" VALUES('159G79','request-22','d8a795bf35c29e9f16dbcedc586dc133ddc2c6deb535aa397778c54b02aa190f',1,32);
INSERT INTO "request" VALUES('159G79','request-23','713028c6a66c0346906a0270ae0a47b06eccedba66ba6a231c93c1045b8d8758',1,33);
INSERT INTO "request" VALUES('159G79','request-24','ef5e12af2840eb2ec41fb5998313fb014d183a9b779c6647d794ddd59bb81c72',1,34);
INSERT INTO "request" VALUES('159G79','request-25','da9596e922fb6af65fdafb828f7639c2df7adb36fd6d7bea41587c93793f62ad',1,35);
INSERT INTO "request" VALUES('159G79','request-26','938dff64e7eec5515717bec082ca8ee1c4fe75a3aee0cfdd8b3c0e3557ae64e6',1,36);
INSERT INTO "request" VALUES('159G79','request-27','69f24f33391fb640f47a6e322d688751caf615940a8ba14e5ce954d2e2704d77',1,37);
INSERT INTO "request" VALUES('159G79','request-28','ce3881402f2177363c23d97bb6ea2cffd65b18082d9e90cebdcea093f6d3d2e2',1,38);
CREATE TABLE ronda_schema (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT ronda_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "ronda_schema" VALUES('0002');
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
INSERT INTO "rounds" VALUES('80d39596-5cb7-5369-8d6e-3e0eb7a4a3de','93231ca2-9c24-521d-b08f-6215c5808deb',1,'2026-11-15 10:08:00.000000','2026-11-15 10:13:00.000000',1);
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
INSERT INTO "tournaments" VALUES('93231ca2-9c24-521d-b08f-6215c5808deb','Redone',NULL,'159G79','2026-11-15 10:00:00.000000','2026-11-15 10:29:00.000000','2026-11-15 10:08:00.000000',NULL,1,0,4,1,45,5,3.0,0,1,1);
INSERT INTO "tournaments" VALUES('9692b35f-3a75-5fa1-ac8e-7df2c4609123','Kulüp şampiyonası',NULL,'WF475P','2026-11-15 10:30:00.000000','2026-11-15 10:30:00.000000',NULL,NULL,0,0,1,NULL,NULL,NULL,1.0,NULL,1,0);
CREATE INDEX participants_tournament_id_idx ON participants (tournament_id);
CREATE INDEX byes_participant_id_idx ON byes (participant_id);
CREATE INDEX byes_round_id_idx ON byes (round_id);
CREATE INDEX byes_tournament_id_idx ON byes (tournament_id);
CREATE INDEX matches_tournament_id_round_idx ON matches (tournament_id, round);
CREATE INDEX matches_player1_id_idx ON matches (player1_id);
CREATE INDEX matches_player2_id_idx ON matches (player2_id);
CREATE INDEX matches_winner_id_idx ON matches (winner_id);
CREATE INDEX match_players_participant_id_idx ON match_players (participant_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('ledger',2);
COMMIT;
