"""Families of acts: words that do the same to a thing. A family's name is its English word.

Of each language base forms (infinitives; Chinese as written) and nouns that name the act, which are marked by ``/``
before them. ``_`` joins words of a phrase; a particle may stand after the thing ("roll the release back"). All words
are folded: lower case, without accents.

``COVERS`` is directed: who forbids deleting forbids dropping and wiping too, who forbids dropping says nothing of
deleting one row.
"""

from __future__ import annotations

from typing import Final

VERBS: Final = """
delete
  en delete remove erase destroy del rm get_rid_of throw_away discard trash unlink /deletion /removal /erasure
  de loschen entfernen wegwerfen /loschung /entfernung
  es borrar eliminar suprimir quitar /borrado /eliminacion
  fr supprimer effacer enlever retirer /suppression /effacement
  zh 删除 删掉 移除 删
drop
  en drop /drops
wipe
  en wipe truncate purge flush empty prune vacuum_out clear_out /truncation /purge
  de leeren
  es vaciar
  fr vider purger
  zh 清空 清理
clear
  en clear clean cleanup clean_up
  de aufraumen
  es limpiar
  fr nettoyer
  zh 清除
discard
  en discard restore_over throw_out
  de verwerfen
  es descartar
  fr abandonner
  zh 丢弃
archive
  en archive /archival
  de archivieren /archivierung
  es archivar
  fr archiver /archivage
  zh 归档 存档
expire
  en expire /expiry
  es caducar
  fr expirer
close
  en close resolve solve settle complete mark_as_solved mark_as_closed /closure /closing
  de schliessen abschliessen /schliessung
  es cerrar dar_de_baja resolver /cierre /baja
  fr fermer cloturer /fermeture /cloture
  zh 关闭 结束 关单 注销
open
  en open
  de offnen
  es abrir
  fr ouvrir
  zh 打开
reopen
  en reopen re-open
  de wieder_offnen
  es reabrir
  fr rouvrir
  zh 重新打开
cancel
  en cancel call_off abort terminate void /cancellation /termination
  de stornieren kundigen absagen abbrechen /stornierung /kundigung
  es cancelar anular rescindir /cancelacion /anulacion /rescision
  fr annuler resilier /annulation /resiliation
  zh 取消 撤销 解约
approve
  en approve sign_off greenlight authorize authorise clear /approval
  de genehmigen freigeben bewilligen /genehmigung /freigabe
  es aprobar autorizar /aprobacion
  fr approuver valider autoriser /approbation /validation
  zh 批准 审批 核准 审核 通过
reject
  en reject decline refuse deny turn_down /rejection /refusal
  de ablehnen /ablehnung
  es rechazar denegar /rechazo
  fr rejeter refuser /rejet /refus
  zh 拒绝 驳回
enable
  en enable activate turn_on switch_on unmute /activation
  de aktivieren einschalten /aktivierung
  es activar habilitar encender /activacion
  fr activer allumer /activation
  zh 启用 开启 激活
disable
  en disable deactivate turn_off switch_off suspend pause freeze mute /deactivation /suspension
  de deaktivieren ausschalten abschalten sperren /deaktivierung /sperrung
  es desactivar deshabilitar apagar suspender pausar /desactivacion
  fr desactiver suspendre eteindre /desactivation /suspension
  zh 禁用 停用 关掉 暂停
lock
  en lock
  es bloquear
  fr verrouiller bloquer
  zh 锁定
unlock
  en unlock unfreeze unblock
  de entsperren
  es desbloquear
  fr deverrouiller debloquer
  zh 解锁 解除
block
  en block ban blacklist blocklist
  de sperren blockieren
  es bloquear vetar
  fr bloquer bannir
  zh 屏蔽 封禁 拉黑
lower
  en lower reduce decrease decrement cut shorten /reduction /decrease
  de senken reduzieren verringern /senkung
  es bajar reducir /reduccion
  fr baisser reduire /reduction /baisse
  zh 降低 减少 下调
raise
  en raise increase increment bump extend /raise /increase /extension
  de erhohen anheben /erhohung
  es subir aumentar /aumento
  fr augmenter relever /augmentation
  zh 提高 增加 上调
create
  en create make new generate spin_up set_up open_up start_up provision launch_new register add build /creation
     /registration /provisioning
  de erstellen anlegen erzeugen registrieren /erstellung /anlage
  es crear generar registrar /creacion /registro
  fr creer generer enregistrer ajouter /creation /enregistrement
  zh 创建 新建 建立 注册 生成
add
  en add append insert attach include put_in /addition /insertion
  de hinzufugen anhangen einfugen
  es anadir agregar adjuntar insertar
  fr ajouter inserer joindre /ajout
  zh 添加 加入 增加 插入 附上
edit
  en edit modify change update alter amend adjust patch upsert tweak rewrite overwrite set correct revise save
     /edit /change /update /modification /alteration /amendment /adjustment /patch
  de andern bearbeiten anpassen aktualisieren verandern /anderung /bearbeitung /anpassung
     /aktualisierung
  es modificar cambiar editar actualizar alterar ajustar /modificacion /cambio /edicion /actualizacion
  fr modifier changer editer actualiser corriger /modification /changement /edition
  zh 修改 更改 改动 编辑 更新 变更 调整
write
  en write store
  de schreiben beschreiben
  es escribir
  fr ecrire
  zh 写 写入
replace
  en replace swap exchange substitute /replacement
  de ersetzen austauschen
  es reemplazar sustituir
  fr remplacer echanger
  zh 替换 更换
touch
  en touch mess_with tamper meddle interfere fiddle
  de anfassen anruhren
  es tocar
  fr toucher
  zh 动 碰
rename
  en rename /renaming
  de umbenennen
  es renombrar
  fr renommer
  zh 重命名 改名
move
  en move relocate mv /move /relocation
  de verschieben umziehen
  es mover trasladar
  fr deplacer
  zh 移动 搬移
copy
  en copy duplicate clone replicate cp /copy
  de kopieren
  es copiar duplicar
  fr copier dupliquer
  zh 复制 拷贝
merge
  en merge squash /merge
  de mergen zusammenfuhren
  es fusionar mergear
  fr fusionner merger
  zh 合并
convert
  en convert /conversion
  de umrechnen umwandeln konvertieren
  es convertir
  fr convertir
  zh 转换 换算 兑换
translate
  en translate /translation
  de ubersetzen
  es traducir
  fr traduire
  zh 翻译
label
  en label tag mark flag categorize categorise classify /label
  de markieren kennzeichnen
  es etiquetar marcar
  fr etiqueter marquer
  zh 标记
import
  en import ingest load /import
  de importieren laden
  es importar cargar
  fr importer charger
  zh 导入
export
  en export dump extract unload /export /dump
  de exportieren /export
  es exportar /exportacion
  fr exporter /exportation
  zh 导出
download
  en download fetch pull_down curl wget /download
  de herunterladen
  es descargar /descarga
  fr telecharger /telechargement
  zh 下载
upload
  en upload /upload
  de hochladen
  es subir
  fr televerser charger
  zh 上传
backup
  en back_up backup snapshot dump /backup /snapshot
  de sichern /sicherung /backup
  es respaldar /respaldo
  fr sauvegarder /sauvegarde
  zh 备份
restore
  en restore recover undelete reinstate /restore /recovery
  de wiederherstellen
  es restaurar recuperar
  fr restaurer retablir
  zh 恢复 还原
migrate
  en migrate /migration
  de migrieren
  es migrar
  fr migrer
  zh 迁移
backfill
  en backfill reprocess reload rerun_history /backfill
  de nachladen
  es rellenar
  zh 回填 补数
read
  en read view open look_at inspect cat show display browse peek less head tail
  de lesen ansehen anzeigen anschauen
  es leer ver mostrar abrir mirar
  fr lire voir afficher consulter ouvrir
  zh 读取 查看 阅读 看
query
  en query select search find get list fetch look_up lookup retrieve pull /query /lookup /search
  de abfragen suchen nachschlagen nachsehen
  es consultar buscar
  fr interroger chercher rechercher
  zh 查询 搜索 检索 查
check
  en check verify validate confirm inspect test review audit reconcile /check /verification /validation /review
     /reconciliation /audit
  de prufen uberprufen kontrollieren bestatigen abgleichen /prufung /kontrolle
  es verificar comprobar validar revisar confirmar conciliar /verificacion /revision
  fr verifier controler confirmer rapprocher relire /relecture /verification /controle
  zh 审核 检查 核对 验证 确认 对账 核实
test
  en test run_tests pytest /test /testing
  de testen
  es probar
  fr tester
  zh 测试
restart
  en restart reboot bounce cycle power_cycle reload respawn kick /restart /reboot
  de neustarten neu_starten durchstarten /neustart
  es reiniciar rearrancar /reinicio
  fr redemarrer relancer /redemarrage
  zh 重启 重新启动
stop
  en stop halt kill shut_down shutdown terminate bring_down take_down poweroff power_off stop_down /shutdown
     /stop
  de stoppen anhalten beenden herunterfahren abschalten
  es parar detener apagar matar
  fr arreter stopper tuer eteindre
  zh 停止 关停 停掉 终止 杀掉
start
  en start boot bring_up power_on
  de starten hochfahren
  es arrancar iniciar
  fr demarrer lancer
  zh 启动
scale
  en scale resize autoscale /scaling /resize
  de skalieren
  es escalar
  zh 扩容 缩容 扩缩
drain
  en drain cordon evacuate take_out_of_rotation
  de ableiten
  es drenar vaciar
  fr drainer
  zh 排空 摘流
deploy
  en deploy redeploy promote release ship roll_out rollout push_out go_live put_live launch /deploy /deployment /release
     /rollout /go-live
  de deployen ausrollen ausliefern /deployment /rollout /release
  es desplegar lanzar /despliegue
  fr deployer mettre_en_production livrer /deploiement /mise_en_production
  zh 部署 发布 上线
rollback
  en roll_back rollback revert back_out undo downgrade /rollback /reversion
  de zurucksetzen zuruckrollen rollbacken
  es revertir deshacer
  fr revenir_en_arriere annuler_le_deploiement
  zh 回滚 回退
publish
  en publish announce go_live put_live set_live make_public /publication
  de veroffentlichen live_schalten schalten /veroffentlichung
  es publicar /publicacion
  fr publier mettre_en_ligne /publication
  zh 上线 发布 上架 投放
unpublish
  en unpublish delist take_offline take_down pull_down hide unlist /delisting
  de offline_nehmen
  es retirar despublicar
  fr depublier
  zh 下架 下线
install
  en install upgrade /install /installation
  de installieren
  es instalar
  fr installer
  zh 安装
uninstall
  en uninstall
  de deinstallieren
  es desinstalar
  fr desinstaller
  zh 卸载
run
  en run execute invoke apply trigger launch /run /execution /apply
  de ausfuhren laufen
  es ejecutar correr lanzar /ejecucion
  fr executer lancer /execution
  zh 运行 执行 跑
failover
  en fail_over failover switch_over /failover
  de umschalten
  es conmutar
  fr basculer
  zh 切换
rotate
  en rotate /rotation
  de rotieren
  es rotar
  zh 轮换
mount
  en mount
  de einhangen
  es montar
  fr monter
  zh 挂载
sync
  en sync synchronize synchronise rsync /sync
  de synchronisieren
  es sincronizar
  fr synchroniser
  zh 同步
commit
  en commit check_in /commit
  de committen einchecken
  fr committer
  zh 提交
push
  en push /push
  de pushen
  es pushear
  fr pousser
  zh 推送
force_push
  en force-push force_push forcepush push_force
  de force-pushen
  zh 强推 强制推送
rebase
  en rebase
  de rebasen
  zh 变基
reset
  en reset
  de zurucksetzen
  es restablecer
  fr reinitialiser
  zh 重置
stash
  en stash
rewrite_history
  en rewrite_history amend filter-branch
grant
  en grant give_access give_rights give_permission allow authorize elevate promote share_access /grant
     /elevation
  de gewahren berechtigen freischalten erteilen
  es otorgar conceder dar_acceso
  fr accorder octroyer donner_acces
  zh 授予 授权 开通
revoke
  en revoke withdraw take_away deprovision /revocation /withdrawal
  de entziehen widerrufen
  es revocar retirar
  fr revoquer retirer
  zh 收回 吊销
disclose
  en disclose reveal expose leak tell give give_out hand_out give_away mention pass_on /disclosure
  de offenlegen preisgeben weitergeben nennen erwahnen verraten
  es revelar divulgar mencionar dar
  fr divulguer reveler communiquer mentionner
  zh 泄露 透露 披露 告诉 提及
send
  en send mail dispatch deliver transmit submit go_out send_out go goes /sending
  de senden schicken versenden verschicken zusenden abschicken /versand
  es enviar mandar remitir /envio
  fr envoyer expedier transmettre adresser /envoi
  zh 发送 发 寄 发给
email
  en email e-mail mail /email /e-mail /mail
  de mailen
  zh 发邮件
message
  en message text sms dm notify inform ping whatsapp /notification /message /sms /text
  de benachrichtigen anschreiben
  es avisar notificar
  fr notifier prevenir
  zh 通知 发消息
call
  en call phone ring telephone dial /call
  de anrufen telefonieren
  es llamar telefonear
  fr appeler telephoner
  zh 打电话 致电
post
  en post tweet toot broadcast repost crosspost /post /tweet
  de posten twittern
  es postear publicar
  fr poster tweeter
  zh 发帖 发文 贴
share
  en share
  de teilen
  es compartir
  fr partager
  zh 分享 共享
forward
  en forward pass_along relay
  de weiterleiten
  es reenviar
  fr faire_suivre transferer
  zh 转发
reply
  en reply answer respond write_back /reply /response
  de antworten beantworten
  es responder contestar /respuesta
  fr repondre /reponse
  zh 回复 答复
contact
  en contact reach_out talk speak approach get_in_touch
  de kontaktieren
  es contactar
  fr contacter
  zh 联系
remind
  en remind chase dun nudge /reminder /dunning
  de erinnern mahnen
  es recordar
  fr relancer rappeler
  zh 提醒 催
promise
  en promise guarantee commit_to assure pledge /promise /guarantee
  de versprechen zusagen garantieren
  es prometer garantizar
  fr promettre garantir
  zh 承诺 保证
invite
  en invite /invitation /invite
  de einladen /einladung
  es invitar
  fr inviter
  zh 邀请
escalate
  en escalate hand_over hand_off assign route transfer_to pass_to bring_in involve loop_in refer /escalation
     /handover
  de eskalieren ubergeben
  es escalar derivar trasladar
  fr escalader transmettre
  zh 升级 转交
assign
  en assign reassign allocate delegate /assignment
  de zuweisen zuteilen
  es asignar
  fr assigner attribuer
  zh 分配 指派
print
  en print /printout
  de drucken ausdrucken
  es imprimir
  fr imprimer
  zh 打印
refund
  en refund reimburse give_back pay_back money_back return_money /refund /reimbursement
  de erstatten zuruckerstatten ruckerstatten zuruckzahlen /erstattung /ruckerstattung /ruckzahlung
  es reembolsar devolver /reembolso /devolucion
  fr rembourser /remboursement
  zh 退款 退钱 退费 退还
credit
  en credit compensate put_credit give_credit /credit /compensation
  de gutschreiben kulanz /gutschrift
  es abonar compensar /abono
  fr crediter dedommager /avoir
  zh 补偿 赔偿
pay
  en pay settle remit payout pay_out /payment /payout
  de bezahlen zahlen auszahlen uberweisen /zahlung /auszahlung
  es pagar /pago
  fr payer regler /paiement /versement
  zh 付款 支付 打款
transfer
  en transfer wire remit move_money /transfer /wire
  de uberweisen transferieren /uberweisung
  es transferir girar /transferencia
  fr virer transferer /virement
  zh 转账 汇款 转移
charge
  en charge bill debit collect /charge
  de belasten abbuchen berechnen
  es cobrar cargar /cobro
  fr facturer debiter prelever
  zh 收费 扣款 收取
invoice
  en invoice
  de fakturieren
  es facturar
  fr facturer
  zh 开票 开发票
discount
  en discount offer waive knock_off mark_down /discount /markdown /waiver
  de rabattieren nachlassen /rabatt
  es descontar rebajar /descuento
  fr remiser /remise /rabais
  zh 打折 折扣 优惠
buy
  en buy purchase order restock reorder replenish procure place_order /purchase /order
  de kaufen einkaufen bestellen /kauf /bestellung
  es comprar pedir encargar /compra /pedido
  fr acheter commander /achat /commande
  zh 购买 采购 下单 订购 买
sell
  en sell /sale
  de verkaufen /verkauf
  es vender /venta
  fr vendre /vente
  zh 出售 卖 销售
receive
  en receive obtain collect get_in come_back come_in arrive /receipt /return
  de erhalten empfangen
  es recibir
  fr recevoir
  zh 收到
lend
  en lend loan lend_out rent_out lease borrow check_out hand_out /loan /lease /checkout
  de verleihen ausleihen vermieten /ausleihe
  es prestar alquilar /prestamo
  fr preter louer /pret
  zh 借出 出借 出租
measure
  en measure weigh count recount calibrate /recount /measurement /calibration
  de messen wiegen zahlen kalibrieren /messung
  es medir pesar contar
  fr mesurer peser
  zh 称重 测量 盘点
visit
  en visit /visit
  de besuchen /besuch
  es visitar /visita
  fr visiter /visite
  zh 访问 走访
seal
  en seal
format
  en format lint prettify reformat
  de formatieren
  es formatear
  fr formater
  zh 格式化
treat_heat
  en heat thaw defrost cool freeze_down boil
  de auftauen erhitzen
  es descongelar calentar
  fr decongeler chauffer
  zh 解冻 加热
disconnect
  en disconnect cut_off unplug detach /disconnection
  de trennen abklemmen
  es desconectar cortar
  fr couper debrancher
  zh 断开 切断
throw
  en dump_out spill pour_away dispose_of dispose /disposal
  de entsorgen /entsorgung
write_off
  en write_off forgive /write-off
  de abschreiben
  es condonar
  fr passer_en_perte
  zh 核销
trade
  en trade short hedge /trade
  de handeln
  es operar
  fr negocier
  zh 交易
book
  en book reserve rebook issue ticket take /booking /reservation
  de buchen reservieren umbuchen /buchung /reservierung
  es reservar /reserva
  fr reserver /reservation
  zh 预订 预定 订 出票
issue
  en issue emit /issuance
  de ausstellen ausgeben
  es emitir expedir /emision
  fr emettre delivrer /emission
  zh 开具 签发 发放
post_entry
  en post book book_entry journal /posting
  de verbuchen buchen
  es contabilizar asentar
  fr comptabiliser
  zh 记账 入账
close_books
  en close_the_books close_books month-end_close
  zh 结账 月结
ship
  en ship dispatch hand_to_carrier /shipment /shipping
  de versenden verschicken ausliefern /versand
  es despachar expedir enviar /envio
  fr expedier livrer /expedition
  zh 发货 出货 配送
price
  en price reprice set_price quote /pricing
  de bepreisen
  es tarifar
  fr tarifer
  zh 定价 改价 报价
hire
  en hire employ recruit onboard /hiring
  de einstellen /einstellung
  es contratar /contratacion
  fr embaucher recruter /embauche
  zh 录用 雇用 招聘
dismiss
  en fire dismiss lay_off terminate sack offboard /dismissal /termination /layoff
  de entlassen kundigen /kundigung /entlassung
  es despedir /despido
  fr licencier /licenciement
  zh 解雇 辞退 开除
schedule
  en schedule plan set arrange fix slot_in /scheduling
  de planen einplanen ansetzen terminieren vereinbaren
  es programar agendar planificar
  fr planifier programmer fixer
  zh 安排 排期 预约
reschedule
  en reschedule postpone shift move_appointment /rescheduling
  de verschieben verlegen
  es reprogramar aplazar
  fr reporter decaler
  zh 改期 推迟
prescribe
  en prescribe refill renew_prescription /prescription /refill
  de verschreiben verordnen /rezept
  es recetar prescribir /receta
  fr prescrire /ordonnance
  zh 开药 处方 续方
administer
  en administer dose /dosage
  de verabreichen
  es administrar
  fr administrer
  zh 给药
admit
  en admit see treat accept take_on /admission
  de aufnehmen behandeln
  es admitir atender
  fr admettre recevoir
  zh 接诊 收治
discharge
  en discharge release_patient /discharge
  de entlassen
  es dar_de_alta /alta
  fr faire_sortir
  zh 出院
sign
  en sign countersign execute_contract /signature /signing
  de unterschreiben unterzeichnen signieren
  es firmar /firma
  fr signer /signature
  zh 签署 签字 签订
submit
  en submit file hand_in lodge /submission /filing
  de einreichen abgeben
  es presentar entregar
  fr soumettre deposer
  zh 提交 递交 申报
renew
  en renew prolong /renewal
  de verlangern erneuern /verlangerung
  es renovar prorrogar /renovacion
  fr renouveler prolonger /renouvellement
  zh 续订 续约 续费
subscribe
  en subscribe sign_up opt_in /subscription
  de abonnieren anmelden
  es suscribir
  fr abonner inscrire
  zh 订阅
unsubscribe
  en unsubscribe opt_out
  de abmelden
  es desuscribir
  fr desabonner desinscrire
  zh 退订
record
  en record note log document register transcribe /recording
  de aufzeichnen notieren protokollieren erfassen
  es grabar anotar
  fr enregistrer noter consigner
  zh 记录 录音 登记
accept
  en accept agree /acceptance
  de annehmen akzeptieren
  es aceptar
  fr accepter
  zh 接受
use
  en use utilize utilise rely_on work_with /use /usage
  de verwenden benutzen nutzen einsetzen
  es usar utilizar
  fr utiliser employer
  zh 使用 用
connect
  en connect log_in ssh_into login /connection /login
  de verbinden einloggen
  es conectar
  fr connecter
  zh 连接 登录
train
  en train fine-tune finetune /training
  de trainieren
  es entrenar
  fr entrainer
  zh 训练
"""
"""Families, and under each its words of English, German, Spanish, French, Chinese."""

COVERS: Final[dict[str, str]] = {
    "use": "book buy create add install run schedule issue upload connect pay scale raise submit hire subscribe admit"
    " prescribe sign lend order charge send grant deploy start edit credit",
    "lend": "create add issue book",
    "disconnect": "disable stop",
    "delete": "throw drop wipe clear discard uninstall",
    "wipe": "drop",
    "clear": "wipe delete",
    "touch": "edit delete write move add create rename replace drop wipe stop restart disable copy run close"
    " cancel push merge force_push rebase reset commit rollback enable lower raise",
    "edit": "write replace rename add lower raise label set post_entry price enable disable migrate backfill reset",
    "write": "send email message edit add create replace import upload backfill migrate delete wipe drop rename move",
    "add": "create",
    "create": "add import register",
    "send": "email message post share forward reply publish remind escalate submit contact disclose upload",
    "message": "email reply",
    "contact": "email message call reply send invite remind",
    "post": "publish send share message",
    "publish": "post deploy send",
    "share": "send forward post publish disclose grant export email",
    "forward": "send share",
    "disclose": "call send share post publish forward email message reply export write create add edit commit upload",
    "remind": "email message send",
    "promise": "send reply email message post",
    "deploy": "publish",
    "cancel": "close",
    "stop": "restart disable",
    "disable": "lock block stop",
    "block": "disable lock",
    "escalate": "assign forward send",
    "refund": "credit",
    "pay": "transfer send refund",
    "transfer": "pay send",
    "charge": "invoice",
    "invite": "add",
    "close_books": "close",
    "buy": "book create pay submit",
    "sell": "buy create ship",
    "book": "buy create reserve issue schedule",
    "issue": "book create",
    "schedule": "book create invite reschedule add",
    "reschedule": "move edit",
    "rollback": "deploy",
    "push": "force_push",
    "read": "query download print copy export",
    "query": "read export",
    "run": "deploy restart start test",
    "install": "add",
    "ship": "send book",
    "hire": "create",
    "prescribe": "renew create issue",
    "dismiss": "cancel delete",
    "backfill": "run import",
    "migrate": "run edit",
    "discount": "credit lower price",
    "credit": "add issue",
    "price": "edit lower raise discount",
    "export": "download copy send share",
    "upload": "send add",
    "grant": "add share enable",
    "revoke": "delete disable",
    "unpublish": "delete disable",
    "write_off": "edit close",
    "check": "query read test approve",
    "test": "run",
    "admit": "book schedule create reschedule move",
    "sign": "approve accept submit",
    "submit": "send publish create",
}
"""Family of a rule → further families of calls that it speaks of too."""

READS: Final = (
    "get list check search find show view read fetch describe lookup query count inspect status preview peek ls cat"
    " head tail diff log explain is has exists verify validate retrieve browse load_page summarize summarise calculate"
    " compare estimate think plan simulate dry download_preview stat watch monitor help version who what"
)
"""First words of a tool's name after which it only looks, whatever else stands in it."""
