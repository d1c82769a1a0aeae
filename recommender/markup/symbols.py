"""The tables behind TeX: which command stands for which character. Data only."""

from recommender.characters import word_set


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


LETTERS = _pairs(
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ"
    " mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ"
    " psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
    " ell ℓ hbar ℏ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ imath ı jmath ȷ infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃"
    " nexists ∄ emptyset ∅ varnothing ∅ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ triangle △ square □ Box □ Diamond ◇"
    " prime ′ dagger † ddagger ‡ star ⋆ ast * bullet • circ ° degree ° checkmark ✓ cmark ✓ xmark ✗ flat ♭ sharp ♯"
    " sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigwedge ⋀ bigvee ⋁"
    " ldots … dots … cdots ⋯ dotsc … dotsb ⋯ vdots ⋮ ddots ⋱ lbrace { rbrace } langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋"
    " lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ lbrack [ rbrack ] backslash \\ slash / colon :"
    " textbackslash \\ textasciitilde ~ textasciicircum ^ textbar | textless < textgreater > textdollar $"
    " textunderscore _ textquotesingle ' textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’"
    " textendash – textemdash — textellipsis … textbullet • textdegree ° textmu μ texttimes × textregistered ®"
    " texttrademark ™ copyright © textcopyright © pounds £ euro € S § P ¶ lq ‘ rq ’ TeX TeX LaTeX LaTeX"
)
"""Commands that stand for one sign without spaces of its own."""

NATIONAL = _pairs(
    "ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ"
    " guillemotleft « guillemotright » quotedblbase „ quotesinglbase ‚"
)
"""Letters of Europe's alphabets, for names above all."""

BINARY = _pairs(
    "times × cdot · pm ± mp ∓ div ÷ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ cup ∪ cap ∩ setminus ∖ wedge ∧ land ∧ vee ∨"
    " lor ∨ uplus ⊎ sqcup ⊔ sqcap ⊓ rtimes ⋊ ltimes ⋉ boxtimes ⊠ boxplus ⊞ amalg ⨿ mod mod bmod mod"
)
"""Operators between two operands: spaced as the author spaced them."""

RELATIONS = _pairs(
    "leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ ll ≪ gg ≫ lt < gt > approx ≈ sim ~ simeq ≃ cong ≅"
    " equiv ≡ propto ∝ lesssim ≲ gtrsim ≳ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊"
    " to → rightarrow → longrightarrow ⟶ leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Longrightarrow ⇒ implies ⇒"
    " Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ rightleftharpoons ⇌ uparrow ↑"
    " downarrow ↓ nearrow ↗ searrow ↘ xrightarrow → leadsto ⇝ rightsquigarrow ⇝ mid | parallel ∥ perp ⊥ vdash ⊢"
    " models ⊨ prec ≺ succ ≻ preceq ⪯ succeq ⪰ doteq ≐ triangleq ≜ coloneqq ≔ asymp ≍ gtrapprox ⪆ lessapprox ⪅"
    " textrightarrow → textasciitilde ~ given | vdots ⋮"
)
"""Relations and arrows: a space on each side, unless they open the formula."""

FUNCTIONS = word_set(
    "log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan min max inf sup lim liminf limsup"
    " argmin argmax arg det dim ker deg gcd hom Pr tr Tr rank diag sign softmax polylog poly"
)
"""Named functions: set off from what follows by a space."""

ACCENTS = (
    {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307"}
    | {"v": "\u030c", "u": "\u0306", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323"}
    | {"b": "\u0331", "t": "\u0361", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303"}
    | {"bar": "\u0304", "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c"}
    | {"breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "underline": ""}
)
"""Combining characters of accent commands, in text and in mathematics."""

SUPERSCRIPTS = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ*′",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ*′",
        strict=True,
    )
)
SUBSCRIPTS = dict(zip("0123456789+-=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))

DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ", "E": "𝔼", "F": "𝔽", "1": "𝟙"}
