"""Every documented error code of Slack and Discord has a class that says what is done next."""

import pytest

from bot.delivery_errors import DISCORD_CLOSES, Fault, discord_failure, slack_failure
from bot.texts.digests import way_back

SLACK = {
    Fault.WAIT: "ratelimited rate_limited message_limit_exceeded",
    Fault.NOT_POSTED: "service_unavailable request_timeout team_added_to_org org_login_required",
    Fault.AMBIGUOUS: "internal_error fatal_error duplicate_message_not_found something_new_of_2027",
    Fault.TARGET_GONE: """
        channel_not_found is_archived not_in_channel restricted_action restricted_action_read_only_channel
        restricted_action_thread_only_channel restricted_action_non_threadable_channel restricted_action_thread_locked
        no_permission access_denied ekm_access_denied messages_tab_disabled cannot_reply_to_message user_not_found
        user_disabled user_not_visible method_not_supported_for_channel_type team_not_found
    """,
    Fault.INSTALLATION_GONE: """
        invalid_auth not_authed account_inactive token_revoked token_expired missing_scope not_allowed_token_type
        app_access_restricted accesslimited enterprise_is_restricted two_factor_setup_required team_access_not_granted
    """,
    Fault.POISON: """
        invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long no_text metadata_too_large
        invalid_metadata_format invalid_metadata_schema metadata_must_be_sent_from_app markdown_text_conflict
        attachment_payload_limit_exceeded too_many_attachments too_many_contact_cards invalid_arguments invalid_arg_name
        invalid_array_arg invalid_charset invalid_form_data invalid_post_type missing_post_type as_user_not_supported
        slack_connect_file_link_sharing_blocked slack_connect_canvas_sharing_blocked method_deprecated
        deprecated_endpoint
    """,
}
DISCORD = {
    Fault.WAIT: [20016, 20028, 20029, 40003, 40062, 130000, 110000],
    Fault.TARGET_GONE: [10003, 10004, 10013, 50001, 50013, 50007, 50278, 50008, 50009, 50024, 40058, 160005, 50083],
    Fault.INSTALLATION_GONE: [40001, 50014],
    Fault.POISON: [50035, 50006, 40005, 200000, 240000],
    Fault.DELIVERED: [10008],
    Fault.AMBIGUOUS: [99999],
}
STATUSES = {
    Fault.AMBIGUOUS: [500, 502, 503, 504, 524, 418],
    Fault.WAIT: [429],
    Fault.INSTALLATION_GONE: [401],
    Fault.TARGET_GONE: [403],
}


@pytest.mark.parametrize(("fault", "code"), [(f, code) for f, codes in SLACK.items() for code in codes.split()])
def test_each_slack_code_has_its_fault(fault: Fault, code: str) -> None:
    assert slack_failure(code).fault is fault


@pytest.mark.parametrize(("fault", "code"), [(f, code) for f, codes in DISCORD.items() for code in codes])
def test_each_discord_code_has_its_fault(fault: Fault, code: int) -> None:
    assert discord_failure(400, code).fault is fault


@pytest.mark.parametrize(("fault", "status"), [(f, status) for f, found in STATUSES.items() for status in found])
def test_each_status_of_discord_without_a_code_has_its_fault(fault: Fault, status: int) -> None:
    assert discord_failure(status).fault is fault


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_error_of_slack_is_ambiguous(status: int) -> None:
    failure = slack_failure("", status=status)
    assert (failure.fault, failure.code) == (Fault.AMBIGUOUS, f"http_{status}")


def test_too_fast_says_how_long_to_wait() -> None:
    assert slack_failure("", status=429, retry_after=30).retry_after == 30
    assert discord_failure(429, retry_after=1.5).retry_after == 1.5


@pytest.mark.parametrize("code", [4004, 4013, 4014])
def test_a_gateway_that_refuses_the_token_is_the_installations_fault(code: int) -> None:
    assert DISCORD_CLOSES[code] is Fault.INSTALLATION_GONE


@pytest.mark.parametrize("code", [*SLACK[Fault.TARGET_GONE].split(), *map(str, DISCORD[Fault.TARGET_GONE])])
def test_each_failed_target_has_a_way_back(code: str) -> None:
    assert len(way_back(code)) > 20
