"""Families of acts: words that do the same to a thing. A family's name is its English word.

A line is a family and its words of English, German, Spanish, French and Chinese, with ``|`` between. They are base
forms (infinitives; Chinese as written) and nouns that name the act, which are marked by ``/``. ``_`` joins words of a
phrase; a particle may stand after the thing ("roll the release back"). All are folded: lower case, without accents.
"""

from __future__ import annotations

from typing import Final

VERBS: Final = """
delete: delete remove erase destroy del rm get_rid_of throw_away discard trash unlink /deletion /removal
  /erasure | loschen entfernen wegwerfen /loschung /entfernung | borrar eliminar suprimir quitar /borrado
  /eliminacion | supprimer effacer enlever retirer /suppression /effacement | 删除 删掉 移除 删
drop: drop /drops
wipe: wipe truncate purge flush empty prune vacuum_out clear_out /truncation /purge | leeren | vaciar |
  vider purger | 清空 清理
clear: clear clean cleanup clean_up | aufraumen | limpiar | nettoyer | 清除
discard: discard restore_over throw_out | verwerfen | descartar | abandonner | 丢弃
archive: archive /archival | archivieren /archivierung | archivar | archiver /archivage | 归档 存档
expire: expire /expiry |  | caducar | expirer
close: close resolve solve settle complete mark_as_solved mark_as_closed /closure /closing | schliessen
  abschliessen /schliessung | cerrar dar_de_baja resolver /cierre /baja | fermer cloturer /fermeture
  /cloture | 关闭 结束 关单 注销
open: open | offnen | abrir | ouvrir | 打开
reopen: reopen re-open reactivate revive | wieder_offnen | reabrir | rouvrir | 重新打开
cancel: cancel call_off abort terminate void /cancellation /termination | stornieren kundigen absagen
  abbrechen /stornierung /kundigung | cancelar anular rescindir /cancelacion /anulacion /rescision | annuler
  resilier /annulation /resiliation | 取消 撤销 解约
approve: approve sign_off greenlight authorize authorise clear release let_through
  /approval | genehmigen freigeben bewilligen /genehmigung
  /freigabe | aprobar autorizar /aprobacion | approuver valider autoriser /approbation
  /validation | 批准 审批 核准 审核 通过
reject: reject decline refuse deny turn_down /rejection /refusal | ablehnen /ablehnung | rechazar denegar
  /rechazo | rejeter refuser /rejet /refus | 拒绝 驳回
enable: enable activate turn_on switch_on unmute /activation | aktivieren einschalten /aktivierung | activar
  habilitar encender /activacion | activer allumer /activation | 启用 开启 激活
disable: disable deactivate turn_off switch_off suspend pause freeze mute /deactivation /suspension |
  deaktivieren ausschalten abschalten sperren /deaktivierung /sperrung | desactivar deshabilitar apagar
  suspender pausar /desactivacion | desactiver suspendre eteindre /desactivation /suspension | 禁用 停用 关掉 暂停
lock: lock |  | bloquear | verrouiller bloquer | 锁定
unlock: unlock unfreeze unblock | entsperren | desbloquear | deverrouiller debloquer | 解锁 解除
block: block ban blacklist blocklist | sperren blockieren | bloquear vetar | bloquer bannir | 屏蔽 封禁 拉黑
lower: lower reduce decrease decrement cut shorten /reduction /decrease | senken reduzieren verringern
  /senkung | bajar reducir /reduccion | baisser reduire /reduction /baisse | 降低 减少 下调
raise: raise increase increment bump extend /raise /increase /extension | erhohen anheben /erhohung | subir
  aumentar /aumento | augmenter relever /augmentation | 提高 增加 上调
create: create make new generate spin_up set_up open_up start_up provision launch_new register add build
  /creation /registration /provisioning | erstellen anlegen erzeugen registrieren /erstellung /anlage |
  crear generar registrar /creacion /registro | creer generer enregistrer ajouter /creation /enregistrement
  | 创建 新建 建立 注册 生成
add: add append insert attach include put_in /addition /insertion | hinzufugen anhangen einfugen | anadir
  agregar adjuntar insertar | ajouter inserer joindre /ajout | 添加 加入 增加 插入 附上
edit: edit modify change update alter amend adjust patch upsert tweak rewrite overwrite set correct revise
  save /edit /change /update /modification /alteration /amendment /adjustment /patch | andern bearbeiten
  anpassen aktualisieren verandern /anderung /bearbeitung /anpassung /aktualisierung | modificar cambiar
  editar actualizar alterar ajustar /modificacion /cambio /edicion /actualizacion | modifier changer editer
  actualiser corriger /modification /changement /edition | 修改 更改 改动 编辑 更新 变更 调整
write: write store | schreiben beschreiben | escribir | ecrire | 写 写入
replace: replace swap exchange substitute /replacement | ersetzen austauschen | reemplazar sustituir |
  remplacer echanger | 替换 更换
touch: touch mess_with tamper meddle interfere fiddle | anfassen anruhren | tocar | toucher | 动 碰
rename: rename /renaming | umbenennen | renombrar | renommer | 重命名 改名
move: move relocate mv /move /relocation | verschieben umziehen | mover trasladar | deplacer | 移动 搬移
copy: copy duplicate clone replicate cp /copy | kopieren | copiar duplicar | copier dupliquer | 复制 拷贝
merge: merge squash /merge | mergen zusammenfuhren | fusionar mergear | fusionner merger | 合并
convert: convert /conversion | umrechnen umwandeln konvertieren | convertir | convertir | 转换 换算 兑换
translate: translate /translation | ubersetzen | traducir | traduire | 翻译
label: label tag mark flag categorize categorise classify /label | markieren kennzeichnen | etiquetar marcar
  | etiqueter marquer | 标记
import: import ingest load /import | importieren laden | importar cargar | importer charger | 导入
export: export dump extract unload /export /dump | exportieren /export | exportar /exportacion | exporter
  /exportation | 导出
download: download fetch pull_down curl wget /download | herunterladen | descargar /descarga | telecharger
  /telechargement | 下载
upload: upload /upload | hochladen | subir | televerser charger | 上传
backup: back_up backup snapshot dump /backup /snapshot | sichern /sicherung /backup | respaldar /respaldo |
  sauvegarder /sauvegarde | 备份
restore: restore recover undelete reinstate /restore /recovery | wiederherstellen | restaurar recuperar |
  restaurer retablir | 恢复 还原
migrate: migrate /migration | migrieren | migrar | migrer | 迁移
backfill: backfill reprocess reload rerun_history /backfill | nachladen | rellenar |  | 回填 补数
read: read view open look_at inspect cat show display browse peek less head tail | lesen ansehen anzeigen
  anschauen | leer ver mostrar abrir mirar | lire voir afficher consulter ouvrir | 读取 查看 阅读 看
query: query select search find get list fetch look_up lookup retrieve pull /query /lookup /search |
  abfragen suchen nachschlagen nachsehen | consultar buscar | interroger chercher rechercher | 查询 搜索 检索 查
check: check verify validate confirm inspect test review audit reconcile /check /verification /validation
  /review /reconciliation /audit | prufen uberprufen kontrollieren bestatigen abgleichen /prufung /kontrolle
  | verificar comprobar validar revisar confirmar conciliar /verificacion /revision | verifier controler
  confirmer rapprocher relire /relecture /verification /controle | 审核 检查 核对 验证 确认 对账 核实
test: test run_tests pytest /test /testing | testen | probar | tester | 测试
restart: restart reboot bounce cycle power_cycle reload respawn kick /restart /reboot | neustarten
  neu_starten durchstarten /neustart | reiniciar rearrancar /reinicio | redemarrer relancer /redemarrage |
  重启 重新启动
stop: stop halt kill shut_down shutdown terminate bring_down take_down poweroff power_off stop_down
  /shutdown /stop | stoppen anhalten beenden herunterfahren abschalten | parar detener apagar matar |
  arreter stopper tuer eteindre | 停止 关停 停掉 终止 杀掉
start: start boot bring_up power_on | starten hochfahren | arrancar iniciar | demarrer lancer | 启动
scale: scale resize autoscale /scaling /resize | skalieren | escalar |  | 扩容 缩容 扩缩
drain: drain cordon evacuate take_out_of_rotation | ableiten | drenar vaciar | drainer | 排空 摘流
deploy: deploy redeploy promote release ship roll_out rollout push_out go_live put_live launch /deploy
  /deployment /release /rollout /go-live | deployen ausrollen ausliefern /deployment /rollout /release |
  desplegar lanzar /despliegue | deployer mettre_en_production livrer /deploiement /mise_en_production | 部署
  发布 上线
rollback: roll_back rollback revert back_out undo downgrade /rollback /reversion | zurucksetzen zuruckrollen
  rollbacken | revertir deshacer | revenir_en_arriere annuler_le_deploiement | 回滚 回退
publish: publish announce go_live put_live set_live make_public /publication | veroffentlichen live_schalten
  schalten /veroffentlichung | publicar /publicacion | publier mettre_en_ligne /publication | 上线 发布 上架 投放
unpublish: unpublish delist take_down take_offline take_down pull_down hide unlist /delisting | offline_nehmen |
  retirar despublicar | depublier | 下架 下线
install: install upgrade /install /installation | installieren | instalar | installer | 安装
uninstall: uninstall | deinstallieren | desinstalar | desinstaller | 卸载
run: run execute invoke start_up apply trigger launch /run /execution /apply | ausfuhren laufen | ejecutar correr
  lanzar /ejecucion | executer lancer /execution | 运行 执行 跑
failover: fail_over failover switch_over /failover | umschalten | conmutar | basculer | 切换
rotate: rotate /rotation | rotieren | rotar |  | 轮换
mount: mount | einhangen | montar | monter | 挂载
sync: sync synchronize synchronise rsync /sync | synchronisieren | sincronizar | synchroniser | 同步
commit: commit check_in /commit | committen einchecken |  | committer | 提交
push: push /push | pushen | pushear | pousser | 推送
force_push: force-push force_push forcepush push_force | force-pushen |  |  | 强推 强制推送
rebase: rebase | rebasen |  |  | 变基
reset: reset | zurucksetzen | restablecer | reinitialiser | 重置
stash: stash
rewrite_history: rewrite_history amend filter-branch
grant: grant give_access give_rights give_permission allow authorize elevate promote share_access /grant
  /elevation | gewahren berechtigen freischalten erteilen | otorgar conceder dar_acceso | accorder octroyer
  donner_acces | 授予 授权 开通
revoke: revoke withdraw take_away deprovision /revocation /withdrawal | entziehen widerrufen | revocar
  retirar | revoquer retirer | 收回 吊销
disclose: disclose reveal expose leak tell give give_out hand_out give_away mention pass_on /disclosure |
  offenlegen preisgeben weitergeben nennen erwahnen verraten | revelar divulgar mencionar dar | divulguer
  reveler communiquer mentionner | 泄露 透露 披露 告诉 提及
send: send mail fax dispatch deliver transmit submit go_out send_out go goes /sending | senden schicken
  versenden verschicken zusenden abschicken /versand | enviar mandar remitir /envio | envoyer expedier
  transmettre adresser /envoi | 发送 发 寄 发给
email: email e-mail mail /email /e-mail /mail | mailen |  |  | 发邮件
message: message text sms dm notify inform ping whatsapp /notification /message /sms /text | benachrichtigen
  anschreiben | avisar notificar | notifier prevenir | 通知 发消息
call: call phone ring telephone dial /call | anrufen telefonieren | llamar telefonear | appeler telephoner |
  打电话 致电
post: post tweet toot broadcast repost crosspost /post /tweet | posten twittern | postear publicar | poster
  tweeter | 发帖 发文 贴
share: share release circulate distribute hand_over | teilen | compartir | partager | 分享 共享
forward: forward pass_along relay | weiterleiten | reenviar | faire_suivre transferer | 转发
reply: reply answer respond write_back /reply /response | antworten beantworten | responder contestar
  /respuesta | repondre /reponse | 回复 答复
contact: contact reach_out talk speak approach get_in_touch | kontaktieren | contactar | contacter | 联系
remind: remind chase dun nudge /reminder /dunning | erinnern mahnen | recordar | relancer rappeler | 提醒 催
promise: promise guarantee commit_to assure pledge /promise /guarantee | versprechen zusagen garantieren |
  prometer garantizar | promettre garantir | 承诺 保证
invite: invite /invitation /invite | einladen /einladung | invitar | inviter | 邀请
escalate: escalate hand_over hand_off assign route transfer_to pass_to bring_in involve loop_in refer
  /escalation /handover | eskalieren ubergeben | escalar derivar trasladar | escalader transmettre | 升级 转交
assign: assign reassign allocate delegate /assignment | zuweisen zuteilen | asignar | assigner attribuer |
  分配 指派
print: print /printout | drucken ausdrucken | imprimir | imprimer | 打印
refund: refund reimburse give_back pay_back money_back return_money /refund /reimbursement | erstatten
  zuruckerstatten ruckerstatten zuruckzahlen /erstattung /ruckerstattung /ruckzahlung | reembolsar devolver
  /reembolso /devolucion | rembourser /remboursement | 退款 退钱 退费 退还
credit: credit compensate put_credit give_credit /credit /compensation | gutschreiben kulanz /gutschrift |
  abonar compensar /abono | crediter dedommager /avoir | 补偿 赔偿
pay: pay settle remit payout pay_out /payment /payout | bezahlen zahlen auszahlen uberweisen /zahlung
  /auszahlung | pagar /pago | payer regler /paiement /versement | 付款 支付 打款
transfer: transfer wire remit move_money /transfer /wire | uberweisen transferieren /uberweisung |
  transferir girar /transferencia | virer transferer /virement | 转账 汇款 转移
charge: charge bill debit collect /charge | belasten abbuchen berechnen | cobrar cargar /cobro | facturer
  debiter prelever | 收费 扣款 收取
invoice: invoice | fakturieren | facturar | facturer | 开票 开发票
discount: discount offer waive knock_off mark_down /discount /markdown /waiver | rabattieren nachlassen
  /rabatt | descontar rebajar /descuento | remiser /remise /rabais | 打折 折扣 优惠
buy: buy purchase order restock reorder replenish procure place_order /purchase /order | kaufen einkaufen
  bestellen /kauf /bestellung | comprar pedir encargar /compra /pedido | acheter commander /achat /commande
  | 购买 采购 下单 订购 买
sell: sell /sale | verkaufen /verkauf | vender /venta | vendre /vente | 出售 卖 销售
receive: receive obtain collect get_in come_back come_in arrive /receipt /return | erhalten empfangen |
  recibir | recevoir | 收到
lend: lend loan lend_out rent_out lease borrow check_out hand_out /loan /lease /checkout | verleihen
  ausleihen vermieten /ausleihe | prestar alquilar /prestamo | preter louer /pret | 借出 出借 出租
measure: measure weigh count recount calibrate /recount /measurement /calibration | messen wiegen zahlen
  kalibrieren /messung | medir pesar contar | mesurer peser | 称重 测量 盘点
visit: visit /visit | besuchen /besuch | visitar /visita | visiter /visite | 访问 走访
seal: seal
format: format lint prettify reformat | formatieren | formatear | formater | 格式化
treat_heat: heat thaw defrost cool freeze_down boil | auftauen erhitzen | descongelar calentar | decongeler
  chauffer | 解冻 加热
disconnect: disconnect cut_off unplug detach /disconnection | trennen abklemmen | desconectar cortar |
  couper debrancher | 断开 切断
throw: dump_out spill pour_away dispose_of dispose /disposal | entsorgen /entsorgung
write_off: write_off forgive /write-off | abschreiben | condonar | passer_en_perte | 核销
trade: trade short hedge /trade | handeln | operar | negocier | 交易
book: book reserve rebook issue ticket take /booking /reservation | buchen reservieren umbuchen /buchung
  /reservierung | reservar /reserva | reserver /reservation | 预订 预定 订 出票
issue: issue emit /issuance | ausstellen ausgeben | emitir expedir /emision | emettre delivrer /emission |
  开具 签发 发放
post_entry: post book book_entry journal /posting | verbuchen buchen | contabilizar asentar | comptabiliser
  | 记账 入账
close_books: close_the_books close_books month-end_close |  |  |  | 结账 月结
ship: ship dispatch hand_to_carrier /shipment /shipping | versenden verschicken ausliefern /versand |
  despachar expedir enviar /envio | expedier livrer /expedition | 发货 出货 配送
price: price reprice set_price quote /pricing | bepreisen | tarifar | tarifer | 定价 改价 报价
hire: hire employ recruit onboard /hiring | einstellen /einstellung | contratar /contratacion | embaucher
  recruter /embauche | 录用 雇用 招聘
dismiss: fire dismiss lay_off terminate sack offboard /dismissal /termination /layoff | entlassen kundigen
  /kundigung /entlassung | despedir /despido | licencier /licenciement | 解雇 辞退 开除
schedule: schedule plan set arrange fix slot_in /scheduling | planen einplanen ansetzen terminieren
  vereinbaren | programar agendar planificar | planifier programmer fixer | 安排 排期 预约
reschedule: reschedule postpone shift move_appointment /rescheduling | verschieben verlegen | reprogramar
  aplazar | reporter decaler | 改期 推迟
prescribe: prescribe refill renew_prescription /prescription /refill | verschreiben verordnen /rezept |
  recetar prescribir /receta | prescrire /ordonnance | 开药 处方 续方
administer: administer dose /dosage | verabreichen | administrar | administrer | 给药
admit: admit see treat accept take_on /admission | aufnehmen behandeln | admitir atender | admettre recevoir
  | 接诊 收治
discharge: discharge release_patient /discharge | entlassen | dar_de_alta /alta | faire_sortir | 出院
sign: sign countersign execute_contract /signature /signing | unterschreiben unterzeichnen signieren |
  firmar /firma | signer /signature | 签署 签字 签订
submit: submit file hand_in lodge /submission /filing | einreichen abgeben | presentar entregar | soumettre
  deposer | 提交 递交 申报
renew: renew prolong /renewal | verlangern erneuern /verlangerung | renovar prorrogar /renovacion |
  renouveler prolonger /renouvellement | 续订 续约 续费
subscribe: subscribe sign_up opt_in /subscription | abonnieren anmelden | suscribir | abonner inscrire | 订阅
unsubscribe: unsubscribe opt_out | abmelden | desuscribir | desabonner desinscrire | 退订
record: record note log document register transcribe /recording | aufzeichnen notieren protokollieren
  erfassen | grabar anotar | enregistrer noter consigner | 记录 录音 登记
accept: accept agree /acceptance | annehmen akzeptieren | aceptar | accepter | 接受
use: use utilize utilise rely_on work_with /use /usage | verwenden benutzen nutzen einsetzen | usar utilizar
  | utiliser employer | 使用 用
connect: connect log_in ssh_into login /connection /login | verbinden einloggen | conectar | connecter | 连接
  登录
train: train fine-tune finetune /training | trainieren | entrenar | entrainer | 训练
"""

READS: Final = (
    "get list check search find show view read fetch describe lookup query count inspect status preview peek ls cat"
    " head tail diff log explain is has exists verify validate retrieve browse load_page summarize summarise calculate"
    " compare estimate think plan simulate dry download_preview stat track watch monitor help version who what"
)
"""First words of a tool's name after which it only looks, whatever else stands in it."""
