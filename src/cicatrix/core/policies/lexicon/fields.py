"""What the fields of tools hold, by their names: the role that a value plays in a call."""

from __future__ import annotations

from typing import Final

ROLES: Final[dict[str, str]] = {
    "amount": "amount total sum value price cost fee amount_cents total_cents value_cents cents betrag monto"
    " importe montant budget",
    "currency": "currency ccy waehrung wahrung moneda devise",
    "recipient": "to recipient recipients cc bcc addressee receiver payee beneficiary audience attendees attendee"
    " participants invitees invitee counterparty dest_user send_to email_to empfanger destinatario"
    " destinataire supplier vendor",
    "channel": "channel platform network medium via transport space room conversation",
    "user": "user person username user_id customer customer_id client client_id account_holder employee employee_id"
    " patient patient_id member passenger traveller traveler organization organisation company author"
    " assignee",
    "account": "account account_id from_account source_account debit_account iban konto cuenta compte",
    "source": "from source src sender origin_account from_table input",
    "place": "place location city country country_code region ship_to destination dest origin address site venue"
    " airport",
    "time": "time at when start start_time starts_at begin end end_time ends_at date day due deadline"
    " scheduled_for slot hour datetime departure arrival run_at publish_at send_at",
    "path": "path file file_path filepath filename filename_or_path dir directory folder target_path cwd",
    "host": "host hostname server server_name machine node url uri endpoint domain",
    "branch": "branch ref base head target_branch",
    "table": "table table_name dataset relation",
    "column": "column columns field fields col",
    "environment": "environment env stage cluster namespace workspace",
    "count": "count quantity qty units guests people persons pax attendees_count number  limit rows size n pages"
    " row_limit num max_rows headcount seats",
    "content": "text body message content subject note comment description caption html markdown summary reason"
    " title prompt",
    "command": "command cmd script query sql statement code shell",
    "status": "status state visibility",
    "product": "sku product product_id item item_id article",
    "branch_name": "branch_name",
}
