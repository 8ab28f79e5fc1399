//! Where native code is kept: the code generator and the memory it writes to.
//!
//! The memory is given back when the last holder of the pool is dropped: the compiler and each of its codes hold it.

use std::sync::{Mutex, PoisonError, TryLockError};

use adv_chess::{Color, Roster};
use adv_module::Program;
use cranelift_codegen::Context;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};

use crate::NoCode;
use crate::code::Entry;
use crate::emit::{Draft, Emitted, Needs};

/// Code that a loader puts on a page of its own would always begin at the same place of a page, and hot functions would push each
/// other out of the first cache; so each begins a few lines further on.
const STAGGER: usize = 320;
const STAGGERS: usize = 7;

/// The most that is emitted for one program, in the generator's instructions or values, some seconds of work; a program of the
/// examples comes to less than a tenth. Then nothing more is compiled, and what has no code stays interpreted.
const MOST_OF_ALL: usize = 1_000_000;

/// The code generator and its memory.
pub(crate) struct Pool(Mutex<Option<Generator>>);

struct Generator {
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
    compiled: usize,
    /// What has been emitted, as [`Emitted::size`] counts it.
    emitted: usize,
}

impl Pool {
    /// A code generator for this host, if there is one.
    pub(crate) fn new() -> Option<Pool> {
        let mut flags = settings::builder();
        let verifier = if cfg!(debug_assertions) {
            "true"
        } else {
            "false"
        };
        for (name, value) in [
            // What it would simplify has been simplified by the passes before; not looking for it saves a quarter of the time here.
            ("opt_level", "none"),
            ("enable_verifier", verifier),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_probestack", "false"),
            ("unwind_info", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder()
            .ok()?
            .finish(settings::Flags::new(flags))
            .ok()?;
        // Boards and addresses share registers of 64 bits.
        if isa.pointer_bits() != 64 {
            return None;
        }
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        Some(Pool(Mutex::new(Some(Generator {
            context: module.make_context(),
            module,
            builder: FunctionBuilderContext::new(),
            compiled: 0,
            emitted: 0,
        }))))
    }

    /// True while another thread compiles.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.0.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// How much has been emitted.
    pub(crate) fn size(&self) -> usize {
        let generator = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        generator.as_ref().map_or(0, |generator| generator.emitted)
    }

    /// Compiles what is emitted for a module, a side and the men of lean boards.
    pub(crate) fn compile(
        &self,
        module: &Program,
        us: Color,
        roster: Option<&Roster>,
        emit: impl FnOnce(&mut Draft<'_, '_>) -> Emitted,
    ) -> Result<(Entry, Needs), NoCode> {
        let mut generator = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let generator = generator.as_mut().ok_or(NoCode::Generator)?;
        if generator.emitted >= MOST_OF_ALL {
            return Err(NoCode::Spent);
        }
        let emitted = emit(&mut Draft {
            out: &mut generator.context.func,
            context: &mut generator.builder,
            isa: generator.module.isa(),
            module,
            us,
            roster,
        });
        let made = generator.finish(emitted);
        generator.module.clear_context(&mut generator.context);
        made
    }
}

impl Generator {
    /// From what has been emitted to code.
    fn finish(&mut self, emitted: Emitted) -> Result<(Entry, Needs), NoCode> {
        self.emitted = self.emitted.saturating_add(emitted.size);
        let needs = emitted.needs.ok_or(match emitted.is_too_long {
            true => NoCode::TooLong,
            false => NoCode::Shape,
        })?;
        let at = self.define().ok_or(NoCode::Generator)?;
        // SAFETY: the address is that of code with this signature, which `Draft` has declared.
        #[allow(unsafe_code, reason = "an address becomes a function")]
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(at) };
        Ok((entry, needs))
    }

    /// The address of what has been emitted, as finished code.
    fn define(&mut self) -> Option<*const u8> {
        self.pad()?;
        let signature = &self.context.func.signature;
        let id = self.module.declare_anonymous_function(signature).ok()?;
        self.module.define_function(id, &mut self.context).ok()?;
        self.module.finalize_definitions().ok()?;
        Some(self.module.get_finalized_function(id))
    }

    /// Moves the next function's beginning.
    fn pad(&mut self) -> Option<()> {
        let bytes = [0xcc; STAGGER * STAGGERS];
        let lines = self.compiled % (STAGGERS + 1);
        self.compiled += 1;
        if lines > 0 {
            let signature = self.module.make_signature();
            let id = self.module.declare_anonymous_function(&signature).ok()?;
            let bytes = bytes.get(..lines * STAGGER)?;
            self.module.define_function_bytes(id, 64, bytes, &[]).ok()?;
        }
        Some(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let generator = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(generator) = generator.take() {
            // SAFETY: every code holds the pool, and a call holds its code; so no thread is in the code and none can come back.
            #[allow(
                unsafe_code,
                reason = "only the last holder knows that the code is not used any more"
            )]
            unsafe {
                generator.module.free_memory();
            }
        }
    }
}
