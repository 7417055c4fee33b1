"""The vocabulary of user interfaces: which words name a place in an app rather than something a person put there."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ACTIONS: Final = _words(
    """
    about accept account accounts activate active activity add admin advanced agenda all analytics api app apps archive
    archived assigned auth authorize avatar backup backups billing blank board browse bulk calendar callback cancel cart
    categories category changelog chart charts chat checkout clear clone closed comments complete completed compose
    config configuration confirm connect contact copy create created credits daily dashboard data day deactivate debug
    default delete deleted details diff disable discover done download draft drafts duplicate edit email embed enable
    error errors events explore export faq favorites favourites feed feedback filter finish followers following forgot
    form gallery general graph grid groups health help hidden history home hot import inbox index info information
    integrations invitations invite issues join keys labels landing languages latest legal library license list
    locked log login logout logs mail main manage map me members menu messages mine month monthly move my new news
    newest next notes notifications open options orders overview owned page password payment people permissions
    photo pinned plans plugins policy popular preferences preview previous pricing print privacy private profile
    projects public publish published purchase queue quick raw read recent recover redirect refresh register
    registration remove rename reorder reply report reports request requests reset restore results resume review roles
    rules save saved schedule search security select send sent services sessions set settings setup share shared
    shipping shop shopping-cart sign signin signout signup sitemap snooze source spam starred start stars statistics
    stats status step steps stop storage store submit subscribe subscriptions success summary support system tags tasks
    teams template templates terms test themes thanks timeline today token tokens tools top trash trending tutorial
    unread unsubscribe upcoming update updates upload users verify version view views watched week weekly welcome wizard
    year yearly
    """
)
"""Path segments that name a fixed place or an act, even below a collection: `users/new`, `accounts/login`."""

MAKING: Final = _words("add compose create new register signup")
"""Last segments of a path at which something is made that does not exist yet."""

MANAGING: Final = _words(
    "admin administration config configuration manage management options preferences settings setup"
)
"""Path segments below which words name sections, even after a collection: `admin/ticket/priority`."""

TENDING: Final = _words("delete edit history rename")
"""What is done with one thing of many: two of them below an address tell that it is one's (`Harbour/edit`)."""

FILING: Final = _words("blob browse browser file files folder folders source src tree")
"""Collections of files in folders, whose names may be any word: `tree/app/settings/local.py`."""

TREES: Final = FILING | _words("docs w wiki")
"""Collections whose things lie in one another, so that a path below names one of them: `wiki/Team/Notes`."""

STARTING: Final = _words("wiki")
"""Trees whose own address shows a page of theirs, not a list."""

PARTS: Final = _words(
    "chapter column day demo episode example figure grid level lesson module page panel part phase pg round section "
    "slide step tab tier unit ver version volume week year"
)
"""Words whose number belongs to a page of its own, not to one of many things of a kind: `step3`, `chapter2`."""

PAGING: Final = _words("page pg seite")
"""Path segments before the number of a page of a list: `books/page/2`."""

SORTING: Final = _words("orderby order-by order_by sort sortby sort-by sort_by sorted")
"""Path segments before what a list is sorted by: `books/sort/title/desc`."""

DIRECTIONS: Final = _words("asc ascending desc descending")
"""Path segments that say which way a list is sorted, wherever they stand."""

ORDERS: Final = DIRECTIONS | _words("a-z abc az latest newest old oldest recent z-a za zyx")
"""Words for orders of a list, some of which may be pages: two among the alternatives to a segment tell."""

COLLECTIONS: Final = _words(
    """
    a album albums article articles artist artists author authors blob blog blogs board boards book bookmark
    bookmarks books branch branches by c categories category channel channels collection collections commit commits
    community contact contacts customer customers d databases document documents entry event events experiment
    experiments feed feeds file files folder folders forum forums g genre group groups hosts i invoice invoices
    issue issues item items job jobs label labels list lists mailbox mailboxes member members model models movie
    movies namespace node nodes note notebook notebooks notes o order orders org organization organizations orgs p
    package packages paste pastes people person photo photos playlist playlists post posts product products profile
    profiles project projects question questions queues r recipe recipes releases repo repos repositories repository
    room rooms run runs show shows snippet snippets source sources space spaces story t tag tags task tasks team
    teams thread threads ticket tickets topic topics tree u user users video videos view w wiki worker workers
    workspace workspaces
    """
)
"""Path segments below which an unknown word is a parameter: `tag/python`, `u/alice`."""

DEFAULTS: Final = _words("default main master")
"""What the first thing of a kind is called: names, where they stand below a collection (`branches/main`)."""

UI: Final = ACTIONS | _words(
    """
        a access address after again an and any app application are at attachment attachments back before by can
        card cards change changes choose clock code color columns content continue customer customers date dates
        delivery device devices document documents entries entry error event expenses export failed file files
        folder folders for forbidden forgotten found from get getting goals group here history hours how i if in
        internal invoice invoices is issue it item items job jobs key language link links location log maintenance
        management manager media member message method metrics mode money more name network no not note notification
        number of off on one option or order our out page pages paste personal place plan please point policy post
        posts product products profiles project put question questions quote rate record records recover recovery
        renew role room rows rule sales screen section server service session sign site size sorry space special
        state successful successfully table tag task team text thank that the theme this ticket tickets time timer
        title to topic topics track tracker transaction transactions trial two type unavailable up upgrade user
        value verification wallet warehouse was we website what where who with work workspace you your
    """
)
"""Words that headings of fixed places are made of; a heading with any other word may name an item."""

PICKING_KEYS: Final = _words(
    """
    a act action area c cmd component controller ctrl display do fn folder func function layout m method mod mode module
    op option p page panel path r route screen section show step subpage t tab task title type view what where
    """
)
"""Query keys whose value picks a screen, where the value reads like a word: `tab=settings`, `action=edit`."""

VIEWING: Final = _words(
    """
    add calendar changelog compose copy create delete diff edit export forgot forgotten graph help history import login
    logout move preferences preview print register remove rename reset search settings share signup upload
    """
)
"""Values that pick a view whatever their key is called: `@template=search`.

Words for what an address shows anyway (`item`, `index`, `list`) and for states (`new`) are left out on purpose."""

SEARCHING: Final = _words("search")
"""Values that ask for what was found, where other keys say what is looked for: `action=search&name=ada`."""

WRITTEN_KEYS: Final = _words(
    "body code comment content description name note priority property reason subject summary text title username value"
)
"""Words in query keys whose value somebody has written or chosen for a thing."""

DESCRIBING_KEYS: Final = _words("area component display folder show task title type what where")
"""Picking keys that as often narrow a list down, or fill a form in: only a word of interfaces picks a screen there."""

STATES: Final = _words(
    """
    active all any archived assigned busy cancelled closed completed deferred deleted disabled done draft enabled
    expired failed finished hidden idle inactive mine my offline online open overdue owned past pending popular
    published queued read recent resolved running scheduled starred started stopped succeeded unassigned unread
    unresolved upcoming waiting watched
    """
)
"""Values that narrow a list down: `show=completed`."""

EVERYTHING: Final = _words("all any none")
"""Values that leave open which one."""

SWITCHED: Final = EVERYTHING | _words("both either false maybe neither no off on true yes")
"""Values that switch a filter, whatever its key is called: `read=no`. `0` and `1` are as often ids, and left out."""

IDENTIFYING_KEYS: Final = _words(
    "aid bid cid eid fid gid guid id iid item item_id itemid key nid oid pid pk post_id rid slug tid uid user_id uuid"
)
"""Query keys that turn a page about many things into a page about one."""

FLEETING_KEYS: Final = _words(
    """
    _ access_token after alert amp at before cache callback cb code cookie csrf csrf_token csrfmiddlewaretoken
    continue error expires fbclid flash from_url gclid hash jsessionid locale lang language message msg next nonce
    notice ok phpsessid rand redirect redirect_to redirect_uri ref referer referrer relaystate return return_to returnto
    returnurl saved session sessionid sid sig signature state status_code success theme timestamp token ts updated v
    ver version
    """
)
"""Query keys about the visit rather than the screen; their values are not even bound."""

FILTERING_KEYS: Final = _words(
    """
    all archived asc author by category count cursor date day desc dir direction end filter filters from group
    group_by keyword keywords label limit max min month offset order order_by orderby ordering page_size pagesize
    per_page perpage period q query range s search search_query since sort sort_by sortby sortdir sortorder start
    status tag tags term to until user week year
    """
)
"""Query keys that choose what a list holds, never which screen it is; their values are bound."""

NARROWING: Final = _words("by filter filters limit offset per sort sorted sorting")
"""Words in query keys that choose what a list holds, whatever else the key says: `by-name`, `items_per_page`."""
